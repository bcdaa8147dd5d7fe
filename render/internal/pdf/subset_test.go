package pdf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// TestCutKeepsOutlines compares glyphs before and after.
func TestCutKeepsOutlines(t *testing.T) {
	whole, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	var glyphs []sfnt.GlyphIndex
	for _, r := range "09?Åñ" {
		g, err := whole.GlyphIndex(&buf, r)
		if err != nil || g == 0 {
			t.Fatalf("no glyph for %q", r)
		}
		glyphs = append(glyphs, g)
	}
	file, _, err := cut(goregular.TTF, glyphs)
	if err != nil {
		t.Fatal(err)
	}
	if len(file) > len(goregular.TTF)/5 {
		t.Errorf("%d of %d bytes are left", len(file), len(goregular.TTF))
	}
	before, err := parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	after, err := parse(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range glyphs {
		compareGlyph(t, before, after, int(g))
	}
	dropped, err := after.outline(int(glyphs[0]) + 1)
	if err != nil || len(dropped) > 0 {
		t.Errorf("a glyph that was not asked for has %d bytes (%v)", len(dropped), err)
	}
}

func compareGlyph(t *testing.T, before, after *trueType, g int) {
	t.Helper()
	want, err := before.outline(g)
	if err != nil {
		t.Fatal(err)
	}
	got, err := after.outline(g)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || !bytes.HasPrefix(got, want) {
		t.Errorf("glyph %d: %d bytes became %d", g, len(want), len(got))
	}
	parts, err := before.parts(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		compareGlyph(t, before, after, part)
	}
}

// composite makes glyph 1 of a font of its glyphs 20 and 30, for the Go fonts have
// no glyphs with parts: two parts with flags, number, place and, for the first, a
// scale.
func composite(t testing.TB) []byte {
	t.Helper()
	glyph := []byte{
		0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0,
		0, morePartsCome | hasScale | argsAreWords, 0, 20, 0, 1, 0, 2, 0x40, 0,
		0, 0, 0, 30, 5, 6,
	}
	font, err := parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	keep := map[int]bool{}
	for g := range font.glyphs {
		keep[g] = g != 1
	}
	if err := font.keepOnly(keep); err != nil {
		t.Fatal(err)
	}
	// All outlines after the new one move up.
	font.long = true
	glyf, loca := font.tables["glyf"], font.tables["loca"]
	start := font.start(1)
	moved := append(slices.Clone(glyf[:start]), pad(glyph)...)
	font.tables["glyf"] = append(moved, glyf[start:]...)
	for g := 2; g <= font.glyphs; g++ {
		binary.BigEndian.PutUint32(loca[4*g:], uint32(font.start(g)+len(pad(glyph))))
	}
	return font.file()
}

func TestCutFollowsParts(t *testing.T) {
	before, err := parse(composite(t))
	if err != nil {
		t.Fatal(err)
	}
	parts, err := before.parts(1)
	if err != nil || !slices.Equal(parts, []int{20, 30}) {
		t.Fatalf("parts %v (%v), want 20 and 30", parts, err)
	}
	file, kept, err := cut(composite(t), []sfnt.GlyphIndex{1})
	if err != nil || !slices.Equal(kept, []sfnt.GlyphIndex{1, 20, 30}) {
		t.Fatalf("kept %v (%v), want 1 and its parts", kept, err)
	}
	after, err := parse(file)
	if err != nil {
		t.Fatal(err)
	}
	compareGlyph(t, before, after, 1)
}

func TestCutRefusesDamage(t *testing.T) {
	for n := 0; n < len(goregular.TTF); n += 997 {
		if _, _, err := cut(goregular.TTF[:n], nil); !errors.Is(err, errFont) {
			t.Fatalf("%d bytes of a font: %v", n, err)
		}
	}
}

// FuzzCut feeds damaged fonts: an error is fine, a panic or a hang is not.
func FuzzCut(f *testing.F) {
	small, _, err := cut(goregular.TTF, []sfnt.GlyphIndex{20})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(small, uint16(20))
	f.Add(small[:200], uint16(0))
	parts, _, err := cut(composite(f), []sfnt.GlyphIndex{1})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(parts, uint16(1))
	f.Fuzz(func(t *testing.T, ttf []byte, glyph uint16) {
		file, _, err := cut(ttf, []sfnt.GlyphIndex{sfnt.GlyphIndex(glyph)})
		if err != nil {
			return
		}
		if _, err := parse(file); err != nil {
			t.Errorf("what was cut cannot be read: %v", err)
		}
	})
}
