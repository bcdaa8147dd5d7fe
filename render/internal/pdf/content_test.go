package pdf

import (
	"bytes"
	"testing"

	"golang.org/x/image/font/sfnt"
)

func TestGlyphSet(t *testing.T) {
	if got := glyphSet([]sfnt.GlyphIndex{1, 8, 17}); !bytes.Equal(got, []byte{0xc0, 0x80, 0x40}) {
		t.Errorf("%x", got)
	}
}

// TestInk writes colors for every ink: grays are black ink whatever the ink is.
func TestInk(t *testing.T) {
	for ink, want := range map[Ink]string{
		RGB:  "0 g\n0.502 G\n1 0 0 rg\n0 0.502 0.251 RG\n",
		CMYK: "0 g\n0.502 G\n0 1 1 0 k\n1 0 0.5 0.498 K\n",
		Gray: "0 g\n0.502 G\n0.3 g\n0.324 G\n",
	} {
		c := &Content{Ink: ink}
		c.FillColor(0, 0, 0)
		c.StrokeColor(128, 128, 128)
		c.FillColor(255, 0, 0)
		c.StrokeColor(0, 128, 64)
		if got := c.buf.String(); got != want {
			t.Errorf("ink %d: %q, want %q", ink, got, want)
		}
	}
}
