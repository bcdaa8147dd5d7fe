package teach

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"nonogram"
	"nonogram/internal/line"
)

// inks are the colors of the examples: r, b and g.
var inks = nonogram.Palette{
	{Name: "white", Symbol: '.', RGB: nonogram.RGB{R: 255, G: 255, B: 255}},
	{Name: "red", Symbol: 'r', RGB: nonogram.RGB{R: 214, G: 40, B: 40}},
	{Name: "blue", Symbol: 'b', RGB: nonogram.RGB{R: 42, G: 91, B: 200}},
	{Name: "green", Symbol: 'g', RGB: nonogram.RGB{R: 42, G: 157, B: 58}},
}

// parseClue reads "3 1" or "3r 1b".
func parseClue(s string) nonogram.Clue {
	var clue nonogram.Clue
	for _, word := range strings.Fields(s) {
		b := nonogram.Block{Color: nonogram.Black}
		for _, c := range word {
			if c >= '0' && c <= '9' {
				b.Length = 10*b.Length + int(c-'0')
			} else {
				b.Color, _ = inks.BySymbol(byte(c))
			}
		}
		clue = append(clue, b)
	}
	return clue
}

// parseCells reads cells: '?' is open, '#' filled.
func parseCells(s string, colors int) []line.Set {
	var sets []line.Set
	for _, c := range []byte(s) {
		switch color, ok := inks.BySymbol(c); {
		case c == '#':
			sets = append(sets, line.Of(nonogram.Black))
		case ok:
			sets = append(sets, line.Of(color))
		default:
			sets = append(sets, line.All(colors))
		}
	}
	return sets
}

// show writes cells as parseCells reads them.
func show(sets []line.Set, colored bool) string {
	var b strings.Builder
	for _, s := range sets {
		switch c, ok := s.Only(); {
		case !ok:
			b.WriteByte('?')
		case c == nonogram.Black && !colored:
			b.WriteByte('#')
		default:
			b.WriteByte(inks.Symbol(c))
		}
	}
	return b.String()
}

// The worked examples. Those of simple boxes, simple spaces, forcing, glue,
// joining and splitting, punctuating and mercury are the ones that the article
// "Nonogram" of the English Wikipedia uses, or variations of them.
var examples = []example{
	{EmptyLine, "", "??.??", ".....", "Row 1 has no blocks, so every cell is empty."},
	{FullLine, "10", "??????????", "##########", "Row 1: the 10 fills the whole row."},
	{FullLine, "3 6", "??????????", "###.######", "Row 1: 3 and 6 with the gap between them fill the whole row."},
	{FullLine, "2 3 1", "##.?????..", "##.###.#..", "Row 1: 3 and 1 with the gap between them need all of cells 4 to 8."},
	{FullLine, "1 1 1", "#.???", "#.#.#", "Row 1: 1 and 1 with the gap between them need all of cells 3 to 5."},
	{FullLine, "1 3", ".#..???", ".#..###", "Row 1: the 3 has only cells 5 to 7 left."},
	{FullLine, "2r 3b 1r", "??????", "rrbbbr", "Row 1: red 2, blue 3 and red 1 fill the whole row."},
	{FullLine, "2r 2r", "?????", "rr.rr", "Row 1: red 2 and red 2 with the gap between them fill the whole row."},
	{CompletedLine, "1r 2b", "r..??", "r..bb", "Row 1: the only red cell is found, so cells 4 and 5 are not red.\nRow 1: only 2 cells can be blue and the clue needs all of them, so cells 4 and 5 are blue."},
	{CompletedLine, "2 1", "?##??#", ".##..#", "Row 1: all 3 filled cells are found, so the rest is empty."},
	{CompletedLine, "2", "??##?", "..##.", "Row 1: both filled cells are found, so the rest is empty."},
	{CompletedLine, "1", "?#?", ".#.", "Row 1: the only filled cell is found, so the rest is empty."},
	{CompletedLine, "2 1", ".#?.?.", ".##.#.", "Row 1: only 3 cells can be filled and the clue needs all of them, so cells 3 and 5 are filled."},
	{CompletedLine, "1r 1b", "??r??b??", "..r..b..", "Row 1: both filled cells are found, so the rest is empty."},
	{Punctuating, "1 4 2", "???####???", "??.####.??", "Row 1: the 4 in cells 4 to 7 is complete, so cells 3 and 8 are empty."},
	{Punctuating, "2 2", "????##??????", "???.##.?????", "Row 1: no block that can cover cells 5 and 6 is longer than 2, so cells 4 and 7 are empty."},
	{Punctuating, "3 1", "###?????", "###.????", "Row 1: the 3 in cells 1 to 3 is complete, so cell 4 is empty."},
	{CompletedBlocks, "2 3 1", "?.##.??###??", "..##...###??", "Row 1: the 2 in cells 3 and 4 is complete and no block comes before it, so cell 1 is empty.\nRow 1: the 2 in cells 3 and 4 and the 3 in cells 8 to 10 are complete and follow each other, so cells 6 and 7 are empty."},
	{CompletedBlocks, "1 2 3", "#.??????.###.??", "#.??????.###...", "Row 1: the 3 in cells 10 to 12 is complete and no block comes after it, so cells 14 and 15 are empty."},
	{CompletedBlocks, "1 4 1", "#.??.####.???", "#....####.???", "Row 1: the 4 in cells 6 to 9 is complete and all blocks before it are found, so cells 3 and 4 are empty."},
	{EdgeLogic, "4 2", "#????????", "####.????", "Row 1: the first cell is filled, so the first block (4) begins there: cells 2 to 4 are filled and cell 5 is empty."},
	{EdgeLogic, "4 2", "????????#", "??????.##", "Row 1: the last cell is filled, so the last block (2) ends there: cell 7 is empty and cell 8 is filled."},
	{EdgeLogic, "1 3 2", "#.#????????", "#.###.?????", "Row 1: everything before cell 3 is settled and the cell is filled, so the 3 begins there: cells 4 and 5 are filled and cell 6 is empty."},
	{EdgeLogic, "2 1 1", "??????#.#", "?????.#.#", "Row 1: everything after cell 7 is settled and the cell is filled, so the first 1 ends there: cell 6 is empty."},
	{SimpleBoxes, "7", "??????????", "???####???", "Row 1: the 7 in a row of 10 covers cells 4 to 7 wherever it goes."},
	{SimpleBoxes, "8", "??????????", "??######??", "Row 1: the 8 in a row of 10 covers cells 3 to 8 wherever it goes."},
	{SimpleBoxes, "4 3", "??????????", "??##???#??", "Row 1: the blocks need 8 of the 10 cells and can shift by 2 at most, so the 4 covers cells 3 and 4 and the 3 covers cell 8 wherever they go."},
	{SimpleBoxes, "1 4", "#.??????", "#.??##??", "Row 1: the 4, somewhere in cells 3 to 8, covers cells 5 and 6 wherever it goes."},
	{SimpleBoxes, "1 3 1", "#.??????", "#.?##???", "Row 1: the blocks in cells 3 to 8 need 5 of these 6 cells and can shift by 1 at most, so the 3 covers cells 4 and 5 wherever it goes."},
	{SimpleBoxes, "3r 3b", "???????", "?rr?bb?", "Row 1: the blocks need 6 of the 7 cells and can shift by 1 at most, so the red 3 covers cells 2 and 3 and the blue 3 covers cells 5 and 6 wherever they go."},
	{ColorAdjacency, "1r 1b 1g", "??r???????", "?.r???????", "Row 1: the cell right after the red cell 3 can only be blue or empty, so cell 4 is not red or green.\nRow 1: the cell right before the red cell 3 can only be empty, so cell 2 is empty."},
	{Glue, "5 2", "??#???????", "??###?????", "Row 1: the 5 does not fit before cell 3, so it covers that cell and, beginning at cell 1 at the earliest, cells 4 and 5 too."},
	{Glue, "5", "??#????", "??###??", "Row 1: the 5 has to cover cell 3 and, beginning at cell 1 at the earliest, cells 4 and 5 too."},
	{Glue, "2 4", "???????#??", "??????##??", "Row 1: the 4 does not fit after cell 8, so it covers that cell and, ending at cell 10 at the latest, cell 7 too."},
	{Mercury, "3 2", "???#??????", ".??#??????", "Row 1: the 3 does not fit before cell 4, so it covers that cell and cannot begin before cell 2: cell 1 is empty."},
	{Mercury, "3 2", "??##??????", ".?##??????", "Row 1: the 3 does not fit before cells 3 and 4, so it covers them and cannot begin before cell 2: cell 1 is empty."},
	{Mercury, "2 3", "??????#???", "??????#??.", "Row 1: the 3 does not fit after cell 7, so it covers that cell and cannot end after cell 9: cell 10 is empty."},
	{Joining, "5 2 2", "??##?##???????#", "??#####???????#", "Row 1: cells 3 and 4 and cells 6 and 7 can only belong to the same block, the 5, so cell 5 is filled."},
	{Joining, "1 2 2", "??#?##?????", "??#.##?????", "Row 1: with cell 4 filled there would be a run of 4, and no block that can lie there is that long, so cell 4 is empty."},
	{SimpleSpaces, "3 1", "???#????#?", ".??#??..#.", "Row 1: the 3 has to cover cell 4 and the 1 cell 9, so no block reaches cells 1, 7, 8 and 10."},
	{Forcing, "3 2", "????.?.???", "?##?...?#?", "Row 1: the 3 fits only somewhere in cells 1 to 4, so it covers cells 2 and 3.\nRow 1: the 2 fits only somewhere in cells 8 to 10, so it covers cell 9.\nRow 1: no block fits into cell 6."},
	{Forcing, "2", "??.?.??", "??...??", "Row 1: no block fits into cell 4."},
	{Forcing, "3", "??.???", "...###", "Row 1: the 3 fits only into cells 4 to 6.\nRow 1: no block fits into cells 1 and 2."},
	{BoundedRuns, "3 4", "?????.?#???????", "?????.?##??????", "Row 1: cell 8 can only belong to the 3 or the 4, and either of them, kept to cells 7 to 15, covers cell 9 too."},
	{BoundedRuns, "1 3 4", "????.?#????????", "????.?##???????", "Row 1: cell 7 can only belong to the 3, and that block, kept to cells 6 to 15, covers cell 8 too."},
	{Squeezing, "2 2", "??#???#?", ".?#?.?#?", "Row 1: with all blocks pushed as far left as the marks allow, and then as far right, no block reaches cells 1 and 5."},
	{LineLogic, "2 1", "??.#???", "??.#?.?", "Row 1: in both ways to place 2 1, cell 6 is empty."},
}

type example struct {
	technique     Technique
	clue          string
	before, after string
	sentences     string // those of all steps, with a line feed between them
}

// work asks the technique, in a language, and says what is known after it.
func (e *example) work(t *testing.T, l Language) (after string, sentences []string) {
	t.Helper()
	colors := 2
	if strings.ContainsAny(e.clue+e.before, "rbg") {
		colors = len(inks)
	}
	b := lineBoard(parseClue(e.clue), parseCells(e.before, colors), colors)
	if b.p.Palette = inks; colors == 2 {
		b.p.Palette = nonogram.BlackAndWhite()
	}
	p := newPath(t.Context(), b)
	p.record, p.language = true, l
	p.look.load(b, 0)
	for _, f := range p.ask(e.technique) {
		if marks := p.eliminate(&f); len(marks) > 0 {
			step := p.step(&f, marks)
			sentences = append(sentences, step.Sentence(b.p))
		}
	}
	return show(b.sets(0, nil), colors > 2), sentences
}

// TestExamples works the examples.
func TestExamples(t *testing.T) {
	var worked [techniqueCount]bool
	for _, e := range examples {
		worked[e.technique] = true
		after, sentences := e.work(t, English)
		if after != e.after {
			t.Errorf("%s, clue %s, %s: %s, want %s", e.technique, e.clue, e.before, after, e.after)
		}
		if got := strings.Join(sentences, "\n"); got != e.sentences {
			t.Errorf("%s, clue %s, %s:\n%s\nwant\n%s", e.technique, e.clue, e.before, got, e.sentences)
		}
	}
	for technique := range EdgeContradiction {
		if !worked[technique] && technique != SharedColors {
			t.Errorf("there is no example of %s", technique)
		}
	}
}

func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	for i, info := range Techniques() {
		if info.Technique != Technique(i) || info.ID == "" || info.Name == "" || info.Summary == "" || info.Cost <= 0 || seen[info.ID] {
			t.Errorf("entry %d: %+v", i, info)
		}
		seen[info.ID] = true
		if i > 0 && info.Cost < Techniques()[i-1].Cost {
			t.Errorf("%s is cheaper than the technique before it", info.Name)
		}
		text, err := json.Marshal(info.Technique)
		var back Technique
		if err != nil || json.Unmarshal(text, &back) != nil || back != info.Technique {
			t.Errorf("%s becomes %s and %s", info.Technique, text, back)
		}
	}
	var none Technique
	if err := json.Unmarshal([]byte(`"guessing"`), &none); err == nil || !strings.Contains(err.Error(), "guessing") {
		t.Errorf("an unknown technique: %v", err)
	}
	for _, unknown := range []int{techniqueCount, 200} {
		want := "technique(" + strconv.Itoa(unknown) + ")"
		if got := Technique(unknown).String(); got != want || Technique(unknown).info().ID != want {
			t.Errorf("technique %d is %q, with the ID %q", unknown, got, Technique(unknown).info().ID)
		}
	}
}
