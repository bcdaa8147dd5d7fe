package render_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Reading the PDF files of package pdf. The reader finds the objects by the cross-reference
// table, as a viewer does, checks the table and the lengths, and decompresses the streams. It
// does not read other PDF files.

// pdfObject is an object of a file.
type pdfObject struct {
	Dict   string // without the stream
	Stream []byte // decompressed; nil if it has none
}

// pdfFile is a file, object by object; Objects[0] is not used.
type pdfFile struct {
	Objects []pdfObject
	Trailer string
}

var (
	startxref = regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`)
	xref      = regexp.MustCompile(`^xref\n0 (\d+)\n0000000000 65535 f \n`)
	length    = regexp.MustCompile(`/Length (\d+)>>stream\n`)
)

// readPDF parses a file.
func readPDF(data []byte) (*pdfFile, error) {
	m := startxref.FindSubmatch(data)
	if m == nil {
		return nil, fmt.Errorf("no startxref at the end")
	}
	at, _ := strconv.Atoi(string(m[1]))
	if at >= len(data) {
		return nil, fmt.Errorf("startxref %d is beyond the end", at)
	}
	head := xref.FindSubmatch(data[at:])
	if head == nil {
		return nil, fmt.Errorf("no table of objects at %d", at)
	}
	count, _ := strconv.Atoi(string(head[1]))
	f := &pdfFile{Objects: make([]pdfObject, count)}
	table := data[at+len(head[0]):]
	const entry = 20
	for i := 1; i < count; i++ {
		if len(table) < entry {
			return nil, fmt.Errorf("the table ends before object %d", i)
		}
		offset, err := strconv.Atoi(string(table[:10]))
		if err != nil || offset >= len(data) || string(table[10:entry]) != " 00000 n \n" {
			return nil, fmt.Errorf("entry %d of the table is %q", i, table[:entry])
		}
		if f.Objects[i], err = readObject(data[offset:], i); err != nil {
			return nil, err
		}
		table = table[entry:]
	}
	f.Trailer, _, _ = strings.Cut(string(table), "startxref")
	return f, nil
}

func readObject(data []byte, number int) (pdfObject, error) {
	prefix := fmt.Sprintf("%d 0 obj\n", number)
	if !bytes.HasPrefix(data, []byte(prefix)) {
		return pdfObject{}, fmt.Errorf("object %d does not begin where the table says", number)
	}
	data = data[len(prefix):]
	end := bytes.Index(data, []byte("\nendobj\n"))
	if end < 0 {
		return pdfObject{}, fmt.Errorf("object %d does not end", number)
	}
	m := length.FindSubmatchIndex(data[:end])
	if m == nil {
		return pdfObject{Dict: string(data[:end])}, nil
	}
	n, _ := strconv.Atoi(string(data[m[2]:m[3]]))
	rest := data[m[1]:]
	if n > len(rest) || !bytes.HasPrefix(rest[n:], []byte("\nendstream\nendobj\n")) {
		return pdfObject{}, fmt.Errorf("the stream of object %d is not %d bytes long", number, n)
	}
	if !bytes.Contains(data[:m[0]], []byte("/FlateDecode")) {
		return pdfObject{Dict: string(data[:m[0]]), Stream: rest[:n]}, nil
	}
	z, err := zlib.NewReader(bytes.NewReader(rest[:n]))
	if err != nil {
		return pdfObject{}, fmt.Errorf("object %d: %w", number, err)
	}
	stream, err := io.ReadAll(z)
	if err != nil {
		return pdfObject{}, fmt.Errorf("object %d: %w", number, err)
	}
	return pdfObject{Dict: string(data[:m[0]]), Stream: stream}, nil
}

var (
	fontLabel  = regexp.MustCompile(`/(F\d+) (\d+) 0 R`)
	toUnicode  = regexp.MustCompile(`/ToUnicode (\d+) 0 R`)
	bfchar     = regexp.MustCompile(`<([0-9A-F]{4})><([0-9A-F]+)>`)
	shown      = regexp.MustCompile(`/(F\d+) [0-9.]+ Tf\n[^<]*<([0-9A-F]*)> Tj`)
	contentsOf = regexp.MustCompile(`/Type/Page/.*/Contents (\d+) 0 R`)
)

// Text returns the text of each page as a viewer would copy it, a line for each text.
func (f *pdfFile) Text() (pages []string) {
	letters := map[string]map[string]string{} // font label → glyph → letters
	for _, o := range f.Objects {
		if !strings.HasPrefix(o.Dict, "<</Font<<") {
			continue
		}
		for _, m := range fontLabel.FindAllStringSubmatch(o.Dict, -1) {
			letters[m[1]] = f.letters(m[2])
		}
	}
	for _, o := range f.Objects {
		if m := contentsOf.FindStringSubmatch(o.Dict); m != nil {
			pages = append(pages, pageText(string(f.object(m[1]).Stream), letters))
		}
	}
	return pages
}

func (f *pdfFile) object(number string) pdfObject {
	n, _ := strconv.Atoi(number)
	return f.Objects[n]
}

// letters is the table from glyphs to letters of a font.
func (f *pdfFile) letters(font string) map[string]string {
	table := map[string]string{}
	m := toUnicode.FindStringSubmatch(f.object(font).Dict)
	if m == nil {
		return table
	}
	for _, e := range bfchar.FindAllStringSubmatch(string(f.object(m[1]).Stream), -1) {
		code, _ := strconv.ParseUint(e[2], 16, 32)
		table[e[1]] = string(rune(code))
	}
	return table
}

func pageText(content string, letters map[string]map[string]string) string {
	var b strings.Builder
	for _, m := range shown.FindAllStringSubmatch(content, -1) {
		for glyphs := m[2]; len(glyphs) >= 4; glyphs = glyphs[4:] {
			b.WriteString(letters[m[1]][glyphs[:4]])
		}
		b.WriteByte('\n')
	}
	return b.String()
}
