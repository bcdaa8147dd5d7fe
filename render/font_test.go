package render

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
)

// Letters that the font lacks are replaced, drawn with another font, or refused by name.

func TestSubstitute(t *testing.T) {
	f := mustFonts(t)
	for _, c := range []struct{ text, want string }{
		{"Cat", "Cat"},
		{"Zażółć gęślą jaźń", "Zażółć gęślą jaźń"},
		{"Кошка · Γάτα", "Кошка · Γάτα"},
		{"Cộng hòa", "Cong hòa"},          // a letter with two marks loses both
		{"e\u0301", "é"},                  // composed
		{"ｆｕｌｌ？", "full?"},                // wide forms
		{"猫 cat", "□ cat"},                // no such letter
		{"a\u200bb\tc\nd\x00", "ab c d "}, // invisible, spaces, control
		{"🐈", "□"},
	} {
		if got := f.runs(c.text, false)[0].text; got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}

func TestUndrawable(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Cat ộ ？", ""}, {"猫と猫", "猫と"}, {"", ""}, {"🐈", "🐈"},
	} {
		if got, err := Undrawable(c.text, nil); err != nil || got != c.want {
			t.Errorf("%q: %q (%v), want %q", c.text, got, err, c.want)
		}
	}
}

// catFont is the built-in font with another table of letters: 猫 looks like a C,
// and there are no others but those of " cat".
func catFont(t *testing.T) []byte {
	t.Helper()
	whole := mustFonts(t).regular
	glyph := func(r rune) uint32 {
		g, err := whole.font.GlyphIndex(&whole.buf, r)
		if err != nil || g == 0 {
			t.Fatalf("no glyph for %q", r)
		}
		return uint32(g)
	}
	groups := [][2]rune{{' ', ' '}, {'a', 'a'}, {'c', 'c'}, {'t', 't'}, {'猫', 'C'}}
	be := binary.BigEndian
	cmap := []byte{0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0} // one table, in format 12
	cmap = be.AppendUint32(cmap, uint32(16+12*len(groups)))
	cmap = be.AppendUint32(cmap, 0)
	cmap = be.AppendUint32(cmap, uint32(len(groups)))
	for _, g := range groups {
		cmap = be.AppendUint32(be.AppendUint32(be.AppendUint32(cmap, uint32(g[0])), uint32(g[0])), glyph(g[1]))
	}
	ttf := slices.Clone(goregular.TTF)
	for at := 12; ; at += 16 {
		if string(ttf[at:at+4]) == "cmap" {
			be.PutUint32(ttf[at+8:], uint32(len(ttf)))
			be.PutUint32(ttf[at+12:], uint32(len(cmap)))
			return append(ttf, cmap...)
		}
	}
}

func TestExtraFont(t *testing.T) {
	f, err := newFonts(catFont(t))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]run{
		"猫 cat": {{f.extra, "猫 cat"}},
		"cat":   {{f.regular, "cat"}},
		"1 猫ộ":  {{f.regular, "1 "}, {f.extra, "猫"}, {f.regular, "o"}},
		"猫 狗":   {{f.extra, "猫"}, {f.regular, " □"}},
	} {
		if got := f.runs(text, false); !slices.Equal(got, want) {
			t.Errorf("%q is set as %v, want %v", text, got, want)
		}
	}
	if missing, err := Undrawable("猫", f.extra.ttf); err != nil || missing != "" {
		t.Errorf("%q is missing (%v)", missing, err)
	}
}

func TestBadFonts(t *testing.T) {
	for _, ttf := range [][]byte{[]byte("x"), []byte("OTTO and more"), goregular.TTF[:300]} {
		if _, err := newFonts(ttf); err == nil {
			t.Errorf("%d bytes: %v", len(ttf), err)
		}
	}
}

func TestClip(t *testing.T) {
	f := mustFonts(t)
	for _, text := range []string{"", "short", "a title that is far too long for its place", strings.Repeat("x", 65536), "猫の猫の猫の猫の"} {
		got := f.clip(text, 100, 10, false)
		if f.width(got, 10, false) > 100 {
			t.Errorf("%.20q is %.1f wide", got, f.width(got, 10, false))
		}
		if f.width(text, 10, false) <= 100 && got != text {
			t.Errorf("%q was cut to %q without need", text, got)
		}
	}
}

// TestDigits holds the proportions that the layout counts on against the font.
func TestDigits(t *testing.T) {
	f := mustFonts(t)
	for _, r := range "0123456789" {
		if a := f.regular.advance(r); math.Abs(a-0.556) > 0.001 {
			t.Errorf("%c is %.3f em wide", r, a)
		}
	}
}
