package pdf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"golang.org/x/image/font/sfnt"
)

// Subsetting a TrueType font. Glyphs keep their numbers; unused ones lose their outlines. Only
// the tables needed for drawing are kept (9.9).
//
//	offset table ── tag, checksum, offset, length of every table
//	loca ── where glyph i begins in glyf; equal offsets: no outline
//	glyf ── outlines; a composite glyph names others as its parts
//
// All offsets are checked.

var errFont = errors.New("malformed TrueType font")

// keptTables are copied; loca and glyf are rebuilt. In the order of their tags.
var keptTables = []string{"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}

// neededTables are required.
var neededTables = []string{"glyf", "head", "hhea", "hmtx", "loca", "maxp"}

// trueType is a font as a set of tables.
type trueType struct {
	tables map[string][]byte
	long   bool // loca has 32 bits an entry
	glyphs int
}

// cut returns a font file with the outlines of some glyphs and their parts.
func cut(ttf []byte, glyphs []sfnt.GlyphIndex) (file []byte, kept []sfnt.GlyphIndex, err error) {
	t, err := parse(ttf)
	if err != nil {
		return nil, nil, err
	}
	keep := map[int]bool{0: true}
	for _, g := range glyphs {
		keep[int(g)] = true
	}
	todo := slices.Clone(glyphs)
	for i := 0; i < len(todo); i++ {
		parts, err := t.parts(int(todo[i]))
		if err != nil {
			return nil, nil, err
		}
		for _, part := range parts {
			if !keep[part] {
				keep[part] = true
				todo = append(todo, sfnt.GlyphIndex(part))
			}
		}
	}
	if err := t.keepOnly(keep); err != nil {
		return nil, nil, err
	}
	slices.Sort(todo)
	return t.file(), todo, nil
}

func parse(ttf []byte) (*trueType, error) {
	const headerSize, recordSize = 12, 16
	if len(ttf) < headerSize {
		return nil, errFont
	}
	t := &trueType{tables: map[string][]byte{}}
	for i := range int(binary.BigEndian.Uint16(ttf[4:])) {
		at := headerSize + i*recordSize
		if at+recordSize > len(ttf) {
			return nil, errFont
		}
		offset, length := int(binary.BigEndian.Uint32(ttf[at+8:])), int(binary.BigEndian.Uint32(ttf[at+12:]))
		if offset > len(ttf) || length > len(ttf)-offset {
			return nil, errFont
		}
		t.tables[string(ttf[at:at+4])] = ttf[offset : offset+length]
	}
	return t, t.check()
}

// check validates the needed tables.
func (t *trueType) check() error {
	for _, name := range neededTables {
		if t.tables[name] == nil {
			return fmt.Errorf("%w: no table %q", errFont, name)
		}
	}
	if len(t.tables["head"]) < 54 || len(t.tables["maxp"]) < 6 {
		return errFont
	}
	t.long = binary.BigEndian.Uint16(t.tables["head"][50:]) != 0
	t.glyphs = int(binary.BigEndian.Uint16(t.tables["maxp"][4:]))
	entrySize := 2
	if t.long {
		entrySize = 4
	}
	if len(t.tables["loca"]) < (t.glyphs+1)*entrySize {
		return errFont
	}
	return nil
}

// start is where a glyph begins; a short entry counts in pairs of bytes.
func (t *trueType) start(glyph int) int {
	if t.long {
		return int(binary.BigEndian.Uint32(t.tables["loca"][4*glyph:]))
	}
	return 2 * int(binary.BigEndian.Uint16(t.tables["loca"][2*glyph:]))
}

func (t *trueType) outline(glyph int) ([]byte, error) {
	if glyph >= t.glyphs {
		return nil, errFont
	}
	start, end := t.start(glyph), t.start(glyph+1)
	if start > end || end > len(t.tables["glyf"]) {
		return nil, errFont
	}
	return t.tables["glyf"][start:end], nil
}

// The flags of a part of a composite glyph.
const (
	argsAreWords   = 0x0001
	hasScale       = 0x0008
	morePartsCome  = 0x0020
	hasTwoScales   = 0x0040
	hasTwoByTwo    = 0x0080
	glyphHeader    = 10
	partHeaderSize = 4
)

// parts are the glyphs that a composite glyph is made of.
func (t *trueType) parts(glyph int) ([]int, error) {
	data, err := t.outline(glyph)
	if err != nil || len(data) < glyphHeader || int16(binary.BigEndian.Uint16(data)) >= 0 {
		return nil, err
	}
	var parts []int
	for data = data[glyphHeader:]; ; {
		if len(data) < partHeaderSize {
			return nil, errFont
		}
		flags := binary.BigEndian.Uint16(data)
		parts = append(parts, int(binary.BigEndian.Uint16(data[2:])))
		size := partSize(flags)
		if flags&morePartsCome == 0 {
			return parts, nil
		}
		if size > len(data) {
			return nil, errFont
		}
		data = data[size:]
	}
}

func partSize(flags uint16) int {
	size := partHeaderSize + 2
	if flags&argsAreWords != 0 {
		size += 2
	}
	switch {
	case flags&hasScale != 0:
		size += 2
	case flags&hasTwoScales != 0:
		size += 4
	case flags&hasTwoByTwo != 0:
		size += 8
	}
	return size
}

// keepOnly rebuilds glyf and loca with some of the outlines.
func (t *trueType) keepOnly(keep map[int]bool) error {
	glyf := []byte{} // not nil, which means that there is no such table
	loca := make([]byte, 0, 4*(t.glyphs+1))
	for g := range t.glyphs {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		if keep[g] {
			data, err := t.outline(g)
			if err != nil {
				return err
			}
			glyf = pad(append(glyf, data...))
			if len(glyf) > len(t.tables["glyf"])+3*len(keep) {
				return errFont // outlines overlap: many could be made of one
			}
		}
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	head := slices.Clone(t.tables["head"])
	binary.BigEndian.PutUint16(head[50:], 1) // loca is long now
	t.tables["glyf"], t.tables["loca"], t.tables["head"] = glyf, loca, head
	return nil
}

func pad(b []byte) []byte {
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}

// file assembles the kept tables.
func (t *trueType) file() []byte {
	var names []string
	for _, name := range keptTables {
		if t.tables[name] != nil {
			names = append(names, name)
		}
	}
	header := []byte{0, 1, 0, 0}
	header = binary.BigEndian.AppendUint16(header, uint16(len(names)))
	header = append(header, searchHints(len(names))...)
	offset := len(header) + 16*len(names)
	var body []byte
	for _, name := range names {
		data := t.tables[name]
		header = append(header, name...)
		header = binary.BigEndian.AppendUint32(header, checksum(data))
		header = binary.BigEndian.AppendUint32(header, uint32(offset+len(body)))
		header = binary.BigEndian.AppendUint32(header, uint32(len(data)))
		body = pad(append(body, data...))
	}
	return append(header, body...)
}

// searchHints are three numbers for a binary search in the list of n tables.
func searchHints(n int) []byte {
	log := bits.Len(uint(n)) - 1
	power := 1 << log
	b := binary.BigEndian.AppendUint16(nil, uint16(16*power))
	b = binary.BigEndian.AppendUint16(b, uint16(log))
	return binary.BigEndian.AppendUint16(b, uint16(16*(n-power)))
}

// checksum is the sum of a table as big-endian words.
func checksum(data []byte) uint32 {
	var sum uint32
	for word := range slices.Chunk(pad(slices.Clone(data)), 4) {
		sum += binary.BigEndian.Uint32(word)
	}
	return sum
}
