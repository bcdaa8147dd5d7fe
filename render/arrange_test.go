package render

import (
	"math/rand/v2"
	"testing"
)

// TestArrange arranges random drawings and checks what a reader expects: all of
// them, in order, within the page, none over another.
func TestArrange(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		drawings := make([]extent, 1+r.IntN(60))
		for i := range drawings {
			side := float64(1 + r.IntN(80))
			drawings[i] = extent{side * (0.5 + r.Float64()), side, float64(r.IntN(180))}
		}
		rule := &rules{
			paper: papers[r.IntN(len(papers))], comfort: comfortable, largest: largestCell, most: mostPuzzles,
			gap: 22, above: 19, below: 13,
		}
		if r.IntN(3) == 0 {
			rule.exact = 1 + r.IntN(MaxPerPage)
		}
		checkSheets(t, seed, rule, drawings, rule.arrange(drawings))
	}
}

func checkSheets(t *testing.T, seed uint64, rule *rules, drawings []extent, sheets []sheet) {
	t.Helper()
	next := 0
	for i, s := range sheets {
		if s.first != next || len(s.blocks) == 0 {
			t.Fatalf("seed %d: sheet %d begins with %d and has %d blocks, want to begin with %d", seed, i, s.first, len(s.blocks), next)
		}
		next += len(s.blocks)
		if !(s.cell > 0 && s.cell <= rule.largest) {
			t.Fatalf("seed %d: cells of %v", seed, s.cell)
		}
		if rule.exact > 0 && i < len(sheets)-1 && len(s.blocks) != rule.exact {
			t.Errorf("seed %d: %d on a page, want %d", seed, len(s.blocks), rule.exact)
		}
		if rule.exact == 0 && len(s.blocks) > 1 && s.cell < rule.comfort*shrink {
			t.Errorf("seed %d: %d on a page with cells of %v", seed, len(s.blocks), s.cell)
		}
		checkBlocks(t, seed, rule, s, drawings[s.first:])
	}
	if next != len(drawings) {
		t.Errorf("seed %d: %d of %d drawings", seed, next, len(drawings))
	}
}

func checkBlocks(t *testing.T, seed uint64, rule *rules, s sheet, drawings []extent) {
	t.Helper()
	body := rule.body(s.paper)
	for i, b := range s.blocks {
		if len(s.blocks) > 1 && !body.contains(b, 0.01) {
			t.Errorf("seed %d: block %v on a page of %v", seed, b, body)
		}
		if w, h := drawings[i].width*s.cell, drawings[i].height*s.cell; w > b.w+0.01 || h > b.h+0.01 || h > body.h+0.01 {
			t.Errorf("seed %d: a drawing of %.1f × %.1f in a block of %.1f × %.1f", seed, w, h, b.w, b.h)
		}
		for _, c := range s.blocks[:i] {
			if b.x < c.x+c.w-0.01 && c.x < b.x+b.w-0.01 && b.y < c.y+c.h-0.01 && c.y < b.y+b.h-0.01 {
				t.Errorf("seed %d: blocks %v and %v overlap", seed, b, c)
			}
		}
	}
}

// TestLandscape turns the page for what is wide, and only for that.
func TestLandscape(t *testing.T) {
	rule := &rules{paper: A4(), comfort: comfortable, largest: largestCell, most: mostPuzzles}
	for _, c := range []struct {
		drawing extent
		turned  bool
	}{
		{extent{115, 70, 0}, true}, {extent{70, 115, 0}, false}, {extent{512, 512, 0}, false}, {extent{20, 10, 0}, false},
	} {
		s := rule.arrange([]extent{c.drawing})[0]
		if got := s.paper.Width > s.paper.Height; got != c.turned {
			t.Errorf("%v: turned %v", c.drawing, got)
		}
	}
}

func TestPaperNames(t *testing.T) {
	for _, name := range PaperNames() {
		p, err := PaperByName(name)
		if err != nil || p.check() != nil {
			t.Errorf("%s: %v, %v", name, err, p.check())
		}
	}
	if _, err := PaperByName("a3"); err == nil {
		t.Error("found a3")
	}
}
