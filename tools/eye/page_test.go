package eye

import (
	"bytes"
	"reflect"
	"testing"

	"nonogram/internal/testkit/pages"
)

func TestDraw(t *testing.T) {
	_, bitmaps := pages.Bitmaps()
	faces := []*pages.Face{pages.Plain()}
	var turned, large, without int
	for seed := range uint64(60) {
		p := Draw(seed, faces, bitmaps)
		if again := Draw(seed, faces, bitmaps); !bytes.Equal(p.Pix, again.Pix) || !reflect.DeepEqual(p.Numbers, again.Numbers) {
			t.Fatal("seed", seed, "draws another page the second time")
		}
		for _, n := range p.Numbers {
			if n.X < 0 || n.Y < 0 || n.X >= Side || n.Y >= Side || n.Value < 0 || n.Value > 99 {
				t.Fatalf("seed %d: number %+v", seed, n)
			}
			if n.Turn != 0 {
				turned++
			}
			if n.Value > 19 {
				large++
			}
		}
		if len(p.Numbers) == 0 {
			without++
		}
	}
	if turned == 0 || large < 100 || without < 5 || without > 30 {
		t.Errorf("%d turned numbers, %d over 19, %d of 60 pages without any", turned, large, without)
	}
}
