package render

import (
	"cmp"
	"slices"

	"nonogram"
)

// The layout of a puzzle: the size of the gutters and the place of each number, in cells, so
// that a layout can be drawn at any size.
//
//	            ┌────────── top ──────────┐
//	            │  numbers of the columns │   the last number nearest the grid,
//	 ┌── left ──┼─────────────────────────┤   each line step high
//	 │ numbers  │                         │
//	 │ of the   │     width × height      │   the rows' numbers in slots that
//	 │ rows     │                         │   are aligned from the right
//	 └──────────┴─────────────────────────┘
//
// In a color puzzle each number has a box of its color.

// Sizes in cells.
const (
	// usualType is the size of the numbers; two digits fill 0.7 of a cell. In books,
	// bookType, they fill 0.8 of it, so that smaller cells have legible numbers.
	usualType, bookType = 0.62, 0.72
	// widestNumber is the width for a number above a column. If the longest number needs
	// more, all numbers are smaller.
	widestNumber = 0.9
	// stepEms and boxedStepEms are the heights of a number above a column, in ems.
	stepEms, boxedStepEms = 1.15, 1.35
	// slotGap is the space of a number beside a row, and boxedSlot the least width of its
	// slot in a color puzzle.
	slotGap, boxedSlot = 0.32, 0.8
	// nearPad is the space between the numbers and the grid, farPad the space outside.
	nearPad, farPad = 0.14, 0.1
	// wrappedType is the size of numbers of which two lines are as high as a cell.
	wrappedType = 0.5
	// boxGap is the space between the boxes of two numbers.
	boxGap = 0.05
)

// layout is a puzzle laid out.
type layout struct {
	p       *nonogram.Puzzle
	palette nonogram.Palette // as it is drawn
	g       *nonogram.Grid
	style   *Style
	theme   *theme
	lit     *Drawing // its highlights

	painted bool // the cells have the palette's colors, not the theme's
	partial bool // some cell is undecided, so empty cells have a cross
	boxed   bool // numbers have boxes of their color

	rows, cols [][]number
	size, step float64
	slots      []float64 // widths of the rows' slots, from the grid outwards, of both lines if rows wrap
	left, top  float64
}

// number is one number of a clue.
type number struct {
	text  string
	color nonogram.Color // Empty for the 0 of an empty line
	ems   float64
}

func newLayout(d *Drawing, f *fonts) *layout {
	l := &layout{
		p: d.Puzzle, palette: d.Puzzle.Palette, g: d.Grid, style: &d.Style, theme: d.Style.theme(), lit: d,
		painted: !plainInk(d.Puzzle),
		partial: d.Grid == nil || d.Grid.Open() > 0,
		boxed:   d.Puzzle.Colored(),
	}
	if d.Style.Gray {
		l.palette = grayed(l.palette)
	}
	if d.Style.clues() {
		l.rows, l.cols = l.numbers(d.Puzzle.Rows, f), l.numbers(d.Puzzle.Cols, f)
		l.layOutNumbers()
	}
	return l
}

// missingText stands for the clue of a line of which nothing is known.
const missingText = "*"

// numbers converts clues to texts; in gray with the letters of their colors.
func (l *layout) numbers(clues []nonogram.Clue, f *fonts) [][]number {
	lines := make([][]number, len(clues))
	for i, clue := range clues {
		if clue.Missing() {
			lines[i] = []number{{missingText, nonogram.Empty, f.width(missingText, 1, false)}}
			continue
		}
		if len(clue) == 0 {
			clue = nonogram.Clue{{}}
		}
		line := make([]number, len(clue))
		for j, b := range clue {
			text := numberText(b)
			switch {
			case b.Color == nonogram.Empty:
				text = "0"
			case l.boxed && l.style.Gray:
				text += string(rune(l.palette.Symbol(b.Color)))
			}
			line[j] = number{text, b.Color, f.width(text, 1, false)}
		}
		lines[i] = line
	}
	return lines
}

func (l *layout) layOutNumbers() {
	widest, longest := 0.0, 0
	for _, line := range l.cols {
		longest = max(longest, len(line))
		for _, n := range line {
			widest = max(widest, n.ems)
		}
	}
	l.size = min(l.typeSize(), widestNumber/widest)
	if l.style.mostType > 0 {
		l.size = min(l.size, l.style.mostType)
	}
	if l.style.wrap > 0 {
		l.size = min(l.size, wrappedType)
	}
	l.step = l.size * stepEms
	if l.boxed {
		l.step = l.size * boxedStepEms
	}
	l.top = nearPad + float64(longest)*l.step + farPad
	l.layOutSlots()
}

func (l *layout) typeSize() float64 { return cmp.Or(l.style.typeSize, usualType) }

func (l *layout) layOutSlots() {
	for _, line := range l.rows {
		for i := range line {
			width := line[len(line)-1-i].ems*l.size + slotGap
			if l.boxed {
				width = max(width, boxedSlot*l.size/l.typeSize())
			}
			slot, _ := l.slot(i, len(line))
			if slot == len(l.slots) {
				l.slots = append(l.slots, 0)
			}
			l.slots[slot] = max(l.slots[slot], width)
		}
	}
	l.left = nearPad + farPad
	for _, w := range l.slots {
		l.left += w
	}
}

// slot is the place of number i of n beside a row, counted from the grid, and whether it is in
// the upper of two lines.
func (l *layout) slot(i, n int) (slot int, upper bool) {
	if lower := (n + 1) / 2; l.wraps(n) && i >= lower {
		return i - lower, true
	}
	return i, false
}

// wraps reports whether n numbers beside a row are in two lines.
func (l *layout) wraps(n int) bool { return l.style.wrap > 0 && n > l.style.wrap }

// whole is the size of the drawing in cells, extent that of its parts.
func (l *layout) whole() (width, height float64) {
	return l.left + float64(l.p.Width()), l.top + float64(l.p.Height())
}

func (l *layout) extent() extent {
	if l.p.Shape != nil {
		low, high := newTriangleEasel(l, 1, 0).bounds()
		return extent{left: -low.x, top: -low.y, width: high.x, height: high.y}
	}
	return extent{left: l.left, top: l.top, width: float64(l.p.Width()), height: float64(l.p.Height())}
}

// done reports whether the filled cells of a line satisfy its clue.
func (l *layout) done(line nonogram.LineRef, buf []nonogram.Color) bool {
	if l.g == nil {
		return false
	}
	return slices.EqualFunc(nonogram.ClueOf(l.g.Line(line, buf)), l.p.Clue(line), func(drawn, b nonogram.Block) bool {
		return drawn.Color == b.Color && (drawn.Length == b.Length || b.Length == 0)
	})
}
