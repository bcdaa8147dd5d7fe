package format

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"nonogram"
	"nonogram/internal/object/cursor"
)

// fuzzDecode is what all targets check: no panic, every error an *Error, no two
// errors at the same place, every puzzle well-formed, and every puzzle the same
// after it has been written and read again.
func fuzzDecode(f *testing.F, format *Format) {
	for _, s := range seeds(format) {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkDecode(t, format, data) })
}

func checkDecode(t *testing.T, format *Format, data []byte) {
	var last Error
	for p, err := range Decode(data, "f", format.Name) {
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Message == "" {
				t.Fatalf("%T: %v", err, err)
			}
			if *e == last {
				t.Fatalf("twice the same error: %v", err)
			}
			last = *e
			continue
		}
		if err := wellFormed(p); err != nil {
			t.Fatalf("%v in %s", err, sketch(p))
		}
		again(t, format, p)
	}
	for range DecodeSolutions(data, "f") {
	}
}

func again(t *testing.T, format *Format, p *nonogram.Puzzle) {
	if !format.Writes() || format == &gridFormat && !cursor.IsBlackAndWhite(p.Palette) {
		format = &jsonFormat
	}
	if !format.holds.has(holdsID) {
		p.ID = "1"
	}
	p.ReadAs = ""
	var buf bytes.Buffer
	if err := Encode(&buf, format.Name, p); err != nil {
		t.Fatalf("%v for %s", err, sketch(p))
	}
	got := decodeAll(t, buf.Bytes(), format.Name)
	if len(got) != 1 || !reflect.DeepEqual(got[0], p) {
		t.Fatalf("got\n%s\nwant\n%s\nfrom\n%s", sketch(got[0]), sketch(p), clip(buf.Bytes()))
	}
}

func FuzzNon(f *testing.F)          { fuzzDecode(f, &nonFormat) }
func FuzzJSON(f *testing.F)         { fuzzDecode(f, &jsonFormat) }
func FuzzWebpbn(f *testing.F)       { fuzzDecode(f, &webpbnFormat) }
func FuzzNin(f *testing.F)          { fuzzDecode(f, &ninFormat) }
func FuzzMk(f *testing.F)           { fuzzDecode(f, &mkFormat) }
func FuzzOlsak(f *testing.F)        { fuzzDecode(f, &olsakFormat) }
func FuzzTournament(f *testing.F)   { fuzzDecode(f, &tournamentFormat) }
func FuzzSolution(f *testing.F)     { fuzzDecode(f, &solutionFormat) }
func FuzzTatham(f *testing.F)       { fuzzDecode(f, &tathamFormat) }
func FuzzSav(f *testing.F)          { fuzzDecode(f, &savFormat) }
func FuzzSgriddler(f *testing.F)    { fuzzDecode(f, &sgriddlerFormat) }
func FuzzGno(f *testing.F)          { fuzzDecode(f, &gnoFormat) }
func FuzzFreenono(f *testing.F)     { fuzzDecode(f, &freenonoFormat) }
func FuzzRC(f *testing.F)           { fuzzDecode(f, &rcFormat) }
func FuzzCwd(f *testing.F)          { fuzzDecode(f, &cwdFormat) }
func FuzzNono(f *testing.F)         { fuzzDecode(f, &nonoFormat) }
func FuzzPlain(f *testing.F)        { fuzzDecode(f, &plainFormat) }
func FuzzGrid(f *testing.F)         { fuzzDecode(f, &gridFormat) }
func FuzzPuzzlink(f *testing.F)     { fuzzDecode(f, &puzzlinkFormat) }
func FuzzPzpr(f *testing.F)         { fuzzDecode(f, &pzprFormat) }
func FuzzPenpa(f *testing.F)        { fuzzDecode(f, &penpaFormat) }
func FuzzLink(f *testing.F)         { fuzzDecode(f, &linkFormat) }
func FuzzAsp(f *testing.F)          { fuzzDecode(f, &aspFormat) }
func FuzzLp(f *testing.F)           { fuzzDecode(f, &lpFormat) }
func FuzzCNF(f *testing.F)          { fuzzDecode(f, &cnfFormat) }
func FuzzGlpk(f *testing.F)         { fuzzDecode(f, &glpkFormat) }
func FuzzDzn(f *testing.F)          { fuzzDecode(f, &dznFormat) }
func FuzzDznOut(f *testing.F)       { fuzzDecode(f, &dznOutFormat) }
func FuzzCnon(f *testing.F)         { fuzzDecode(f, &cnonFormat) }
func FuzzPzl(f *testing.F)          { fuzzDecode(f, &pzlFormat) }
func FuzzNonogrid(f *testing.F)     { fuzzDecode(f, &nonogridFormat) }
func FuzzRosetta(f *testing.F)      { fuzzDecode(f, &rosettaFormat) }
func FuzzSpoj(f *testing.F)         { fuzzDecode(f, &spojFormat) }
func FuzzNonogramsOrg(f *testing.F) { fuzzDecode(f, &nonogramsOrgFormat) }
func FuzzPBM(f *testing.F)          { fuzzDecode(f, &pbmFormat) }
func FuzzXBM(f *testing.F)          { fuzzDecode(f, &xbmFormat) }
func FuzzPNG(f *testing.F)          { fuzzDecode(f, &pngFormat) }
func FuzzGIF(f *testing.F)          { fuzzDecode(f, &gifFormat) }
func FuzzBMP(f *testing.F)          { fuzzDecode(f, &bmpFormat) }
func FuzzNPY(f *testing.F)          { fuzzDecode(f, &npyFormat) }

// FuzzDetect lets the format be found.
func FuzzDetect(f *testing.F) {
	for _, format := range All() {
		for _, s := range seeds(format) {
			f.Add([]byte(s), "a.txt")
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, filename string) {
		if format, err := (Decoder{}).Detect(data, filename); (format == nil) == (err == nil) {
			t.Fatalf("format %v, error %v", format, err)
		}
		for p, err := range Decode(data, filename, "") {
			if (p == nil) == (err == nil) {
				t.Fatalf("puzzle %v, error %v", p, err)
			}
		}
	})
}
