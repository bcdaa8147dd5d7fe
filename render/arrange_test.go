package render

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// puzzleRulesOn are the rules of a book's puzzles on a paper.
func puzzleRulesOn(paper paper) *rules {
	body := newFrame(&Book{Title: "t"}, paper, 1).body(1)
	return &rules{
		width: body.w, height: body.h, comfort: comfortable, largest: largestCell, most: mostPuzzles, floor: 4.25,
		gap: puzzleGap, above: 19, below: 13,
	}
}

// TestArrange arranges random drawings and checks what a reader expects: all of
// them, in order, within the page, none over another, those of a page of like size
// and with comfortable cells, or nearly so where a page would be half empty otherwise,
// which are as large as they can be while others follow.
func TestArrange(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		drawings := make([]extent, 1+r.IntN(60))
		for i := range drawings {
			side := float64(1 + r.IntN(40))
			drawings[i] = extent{left: side / 4, top: side / 5, width: side * (0.5 + r.Float64()), height: side, least: float64(r.IntN(180))}
		}
		rule := puzzleRulesOn(papers[r.IntN(len(papers))])
		if r.IntN(3) == 0 {
			rule.exact = 1 + r.IntN(maxPerPage)
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
		least := tight * rule.comfort
		if rule.exact > 0 {
			least = rule.floor
		} else if n := len(s.blocks); n > 1 {
			cell, without := rule.best(drawings[s.first:next]).cell, rule.best(drawings[s.first:next-1]).cell
			if cell < rule.comfort && cell < worth*without {
				t.Errorf("seed %d: %d on a page with cells of %v, which would be %v with one less", seed, n, cell, without)
			}
		}
		if len(s.blocks) > 1 && s.cell < least {
			t.Errorf("seed %d: %d on a page with cells of %v", seed, len(s.blocks), s.cell)
		}
		if rule.exact == 0 && !like(drawings[s.first:next]) {
			t.Errorf("seed %d: sheet %d has drawings of different sizes", seed, i)
		}
		if full := rule.best(drawings[s.first:next]).cell; next < len(drawings) && like(drawings[next-1:next+1]) && s.cell != full {
			t.Errorf("seed %d: sheet %d is not the last of its size, and has cells of %v instead of %v", seed, i, s.cell, full)
		}
		checkBlocks(t, seed, rule, s, drawings[s.first:])
	}
	if next != len(drawings) {
		t.Errorf("seed %d: %d of %d drawings", seed, next, len(drawings))
	}
}

func checkBlocks(t *testing.T, seed uint64, rule *rules, s sheet, drawings []extent) {
	t.Helper()
	body := rect{0, 0, rule.width, rule.height}
	for i, b := range s.blocks {
		if !body.contains(b.rect, 0.01) {
			t.Errorf("seed %d: block %v on a page of %v", seed, b, body)
		}
		d := drawings[i]
		drawn := rect{b.gridX - d.left*s.cell, b.gridY - d.top*s.cell, (d.left + d.width) * s.cell, (d.top + d.height) * s.cell}
		room := rect{b.x, b.y + rule.above, b.w, b.h - rule.above - rule.below}
		if !room.contains(drawn, 0.01) {
			t.Errorf("seed %d: a drawing of %v in a block of %v", seed, drawn, room)
		}
		for _, c := range s.blocks[:i] {
			if b.x < c.x+c.w-0.01 && c.x < b.x+b.w-0.01 && b.y < c.y+c.h-0.01 && c.y < b.y+b.h-0.01 {
				t.Errorf("seed %d: blocks %v and %v overlap", seed, b, c)
			}
		}
	}
}

// TestPagesAreFull looks at a page of equal puzzles: they come so many to a page as
// are comfortable, and then grow until one more point would not fit.
func TestPagesAreFull(t *testing.T) {
	for _, paper := range papers {
		for _, side := range []float64{10, 15, 20, 30} {
			rule := puzzleRulesOn(paper)
			drawings := make([]extent, 40)
			for i := range drawings {
				drawings[i] = extent{left: side / 4, top: side / 4, width: side, height: side, least: 60}
			}
			s := rule.arrange(drawings)[0]
			if n := len(s.blocks); n < mostPuzzles && rule.best(drawings[:n+1]).cell >= comfortable {
				t.Errorf("%s, %v: %d on a page, but %d fit", paper.name, side, n, n+1)
			}
			if s.cell < largestCell && rule.fits(drawings[:len(s.blocks)], s.columns(), s.cell*1.01) {
				t.Errorf("%s, %v: cells of %v could be larger", paper.name, side, s.cell)
			}
		}
	}
}

// TestSpans divides lines: all of them, no part too large, parts at thick lines,
// and neighbors that share what they should.
func TestSpans(t *testing.T) {
	for n := 1; n <= 300; n++ {
		for room := leastTile; room <= 80; room += 3 {
			for _, shared := range []int{0, overlap} {
				list := spans(n, room, shared)
				for i, s := range list {
					if s.from%guideEvery != 0 || s.size() < 1 || s.size() > room {
						t.Fatalf("%d lines, room for %d: %v", n, room, list)
					}
					if i > 0 && list[i-1].to-s.from != shared {
						t.Fatalf("%d lines, room for %d: %v share not %d", n, room, list, shared)
					}
				}
				if list[0].from != 0 || list[len(list)-1].to != n || len(list) > 1 && n <= room {
					t.Fatalf("%d lines, room for %d: %v", n, room, list)
				}
			}
		}
	}
}

// TestInnerMargin grows with the number of pages, as print-on-demand services ask,
// and changes sides.
func TestInnerMargin(t *testing.T) {
	const inch = 72
	for pages, want := range map[int]float64{24: 0.375, 150: 0.375, 151: 0.5, 300: 0.5, 301: 0.625, 500: 0.625, 501: 0.75, 700: 0.75, 701: 0.875, 828: 0.875} {
		for _, paper := range papers {
			f := newFrame(&Book{Title: "t"}, paper, pages)
			if f.inner < want*inch || f.outer < 0.25*inch {
				t.Errorf("%s, %d pages: margins of %v and %v, want at least %v in inside", paper.name, pages, f.inner, f.outer, want)
			}
			right, left := f.body(1), f.body(2)
			if right.x != f.inner || left.x+left.w != paper.width-f.inner || right.w != left.w {
				t.Errorf("%s, %d pages: bodies %v and %v", paper.name, pages, right, left)
			}
		}
	}
	small := paper{"card", 200, 200}
	if f := newFrame(&Book{Title: "t", Bleed: 3}, small, 24); f.outer < 0.375*inch {
		t.Errorf("with bleed an outer margin of %v", f.outer)
	}
}

// TestLandscape turns a loose sheet for wide puzzles, and only for them, and never
// a page of a book.
func TestLandscape(t *testing.T) {
	for _, c := range []struct {
		width, height int
		title         string
		turned        bool
	}{
		{70, 40, "", true}, {40, 70, "", false}, {20, 10, "", false}, {70, 40, "a book", false},
	} {
		n, err := newBinder(&Book{Title: c.title, Entries: []Entry{{Puzzle: sparse(c.width, c.height)}}})
		if err != nil {
			t.Fatal(err)
		}
		for p := range n.pages() {
			if got := p.width > p.height; got != c.turned {
				t.Errorf("%d × %d, %q: turned %v", c.width, c.height, c.title, got)
			}
		}
	}
}

func TestPaperNames(t *testing.T) {
	for _, want := range papers {
		if p, err := paperNamed(want.name); err != nil || p != want {
			t.Errorf("%s: %v, %v", want.name, p, err)
		}
	}
	if _, err := paperNamed("a2"); err == nil {
		t.Error("found a2")
	}
}

// TestContentsFill holds that the contents take no page more than they need, and that
// their pages have about as many lines: none is left with a single one.
func TestContentsFill(t *testing.T) {
	for _, paper := range papers {
		b := &Book{Title: "t"}
		room := newFrame(b, paper, 1).body(1).h - partRoom
		for count := 1; count < 120; count++ {
			sections := slices.Repeat([]section{{entries: []int{0}}}, count)
			n := &binder{book: b, frame: newFrame(b, paper, 1), sections: sections, pageOf: []int{1}}
			n.addContents()
			pages := len(n.leaves)
			if float64(count)*tightStep <= room && pages != 1 {
				t.Errorf("%s: %d lines on %d pages", paper.name, count, pages)
			}
			if count > 1 && count/max(pages, 1) < 2 {
				t.Errorf("%s: %d lines on %d pages leave one alone", paper.name, count, pages)
			}
		}
	}
}
