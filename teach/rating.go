package teach

import (
	"context"
	"fmt"
	"math"

	"nonogram"
)

// Difficulty for people. The level of a puzzle follows from the hardest technique on its
// path. Its score, within the range of the level, follows from the effort of the whole
// path. docs/difficulty.md compares both with puzzles of known difficulty.

// Level is a named degree of difficulty.
type Level uint8

// The levels. Everything up to Medium is solved by looking at one line at a time.
const (
	Trivial  Level = iota // the clues are read off, at most simple boxes
	Easy                  // up to forcing: one block and the marks around it
	Medium                // all blocks of a line at once
	Hard                  // short contradictions
	VeryHard              // long contradictions
	Expert                // suppositions inside suppositions, or cases
)

var levelNames = [...]string{"trivial", "easy", "medium", "hard", "very hard", "expert"}

// Levels lists the levels, the easiest first.
func Levels() []Level { return []Level{Trivial, Easy, Medium, Hard, VeryHard, Expert} }

// String is the level's name.
func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("level(%d)", uint8(l))
}

// MarshalText writes the name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the name.
func (l *Level) UnmarshalText(text []byte) error {
	for i, name := range levelNames {
		if string(text) == name {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("unknown level %q, expected one of %v", text, levelNames)
}

// bands divides the scores among the levels. A level has the scores from its floor to the
// next one, and a puzzle of typical effort gets the score in the middle. The typical
// efforts are rounded medians of published puzzles; see docs/difficulty.md.
var bands = [...]struct{ floor, typical float64 }{
	Trivial:  {0, 40},
	Easy:     {10, 550},
	Medium:   {35, 1000},
	Hard:     {60, 1000},
	VeryHard: {75, 4000},
	Expert:   {85, 60_000},
}

// maxScore exceeds all scores.
const maxScore = 100

// shortChain is the largest number of rounds of consequences in a short contradiction: a
// line, the lines that cross it, and the line that breaks.
const shortChain = 3

// Rating is the difficulty of a puzzle and the facts that it follows from.
type Rating struct {
	// Status is that of the explanation. A puzzle with several solutions is
	// rated by the part that lines and single suppositions decide; one that is
	// undecided is at least as difficult as rated.
	Status nonogram.Status
	Level  Level
	// Score is a number from 0 to below 100 that orders puzzles of all levels.
	Score float64
	// Effort is the sum of the costs of all deductions. Deductions in single lines cost
	// more where few lines offer progress.
	Effort float64
	// LineSolvable reports that looking at single lines is enough.
	LineSolvable bool
	// Open is the number of cells that the rated path leaves open.
	Open  int
	Facts Facts
}

// String is the level with the score: "easy (23.1)".
func (r *Rating) String() string { return fmt.Sprintf("%s (%.1f)", r.Level, r.Score) }

// Rate returns the difficulty of a puzzle.
func Rate(ctx context.Context, p *nonogram.Puzzle, opts Options) (*Rating, error) {
	e, err := explain(ctx, p, opts, false)
	if err != nil {
		return nil, err
	}
	return e.Rating(), nil
}

// Rating rates the path of an explanation.
func (e *Explanation) Rating() *Rating {
	r := &Rating{Status: e.Status, Facts: e.facts, Open: e.unrated}
	r.Level = e.facts.Level()
	r.Effort = e.facts.effort()
	r.Score = score(r.Level, r.Effort)
	r.LineSolvable = e.Status == nonogram.Unique && e.facts.Hardest.SingleLine()
	return r
}

// Level is the level of a path.
func (f *Facts) Level() Level {
	switch {
	case f.Depth > 1:
		return Expert
	case f.Longest > shortChain:
		return VeryHard
	case f.Depth == 1:
		return Hard
	case f.Hardest > Forcing:
		return Medium
	case f.Hardest > SimpleBoxes:
		return Easy
	}
	return Trivial
}

// narrowness is the additional cost of a deduction, as a multiple, if only one line
// offers progress: the player has to find that line among all of them.
const narrowness = 3

// effortPart is a kind of reasoning. The effort of each kind is summed separately. The
// kinds are ordered by the number of things to keep in mind.
type effortPart int

const (
	glanceEffort      effortPart = iota // the clue alone, or a few marks
	blockEffort                         // one block and the marks near it
	lineEffort                          // all blocks of a line at once
	suppositionEffort                   // several lines
	effortParts       = int(suppositionEffort) + 1
)

// part is the kind of reasoning of a technique.
func (t Technique) part() effortPart {
	switch {
	case !t.SingleLine():
		return suppositionEffort
	case t > Forcing:
		return lineEffort
	case t > ColorAdjacency:
		return blockEffort
	}
	return glanceEffort
}

// effort is the sum of the costs of all deductions. Deductions in single lines cost more
// where few lines offer progress. A round of suppositions costs as much as one of them,
// plus a cost for every round of consequences and every nested supposition.
func (f *Facts) effort() float64 {
	costs := f.costs()
	lines := (costs[glanceEffort] + costs[blockEffort] + costs[lineEffort]) * f.narrow()
	return float64(lines) + costs[suppositionEffort] // the conversion forbids fusing
}

// narrow is the factor on the cost of deductions in single lines.
func (f *Facts) narrow() float64 {
	if f.lineRounds == 0 {
		return 1
	}
	return 1 + narrowness/f.Width()
}

// costs sums the costs in the catalogue by kind of reasoning.
func (f *Facts) costs() (parts [effortParts]float64) {
	for t, u := range f.Uses {
		uses := u.Deductions
		if !Technique(t).SingleLine() {
			uses = u.Rounds
		}
		parts[Technique(t).part()] += catalogue[t].Cost * float64(uses)
	}
	parts[suppositionEffort] += consequenceCost*float64(f.consequences) + nestedCost*float64(f.Nested)
	return parts
}

// The prices of a round of consequences in a contradiction, and of a supposition
// inside another.
const consequenceCost, nestedCost = 10, 20

// score maps an effort to the scores of its level.
func score(l Level, effort float64) float64 {
	b := bands[l]
	top := float64(maxScore)
	if int(l)+1 < len(bands) {
		top = bands[l+1].floor
	}
	s := b.floor + (top-b.floor)*effort/(effort+b.typical)
	return min(math.Round(s*10)/10, top-0.1)
}
