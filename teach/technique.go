package teach

import "fmt"

// Technique names a way of reasoning. The values are ordered: a smaller one is
// easier to see and to check, and no round of an explanation begins with one while a
// smaller one has anything to say. docs/techniques.md gives the reasons for the order.
type Technique uint8

// The techniques, the cheapest first. [Techniques] lists them with their IDs, which
// UnmarshalText reads. All but the last three look at a single line; those suppose something
// and refute it.
const (
	EmptyLine Technique = iota
	SharedColors
	FullLine
	CompletedLine
	Punctuating
	CompletedBlocks
	EdgeLogic
	SimpleBoxes
	ColorAdjacency
	Glue
	Mercury
	Joining
	SimpleSpaces
	Forcing
	BoundedRuns
	Squeezing
	LineLogic
	EdgeContradiction
	Contradiction
	Cases

	techniqueCount = int(Cases) + 1
)

// TechniqueInfo describes a technique.
type TechniqueInfo struct {
	Technique Technique
	ID        string // in JSON, in flags, and as anchor in docs/techniques.md
	Name      string // in sentences
	Summary   string // one line on what it does
	// Cost is the effort of finding and checking it once, in the unit of reading
	// one clue. Ratings add it up.
	Cost float64
}

// The costs grow with the number of things to keep in mind: up to 2 the clue alone or a
// glance at some marks, up to 4 one block and the marks near it, up to 8 all
// blocks of a line at once, and beyond that several lines. A contradiction costs
// this for every round of consequences (see rating.go).
var catalogue = [techniqueCount]TechniqueInfo{
	{EmptyLine, "empty-line", "empty line", "a line without blocks is empty", 1},
	{SharedColors, "shared-colors", "shared colors", "a cell has a color that its row and its column both mention, or none", 1},
	{FullLine, "full-line", "full line", "blocks that need every cell have only one place", 1},
	{CompletedLine, "completed-line", "completed line", "when all blocks are drawn the rest is empty; when all room is needed it is filled", 1},
	{Punctuating, "punctuating", "punctuating", "a run that cannot grow gets an empty cell at both ends", 1},
	{CompletedBlocks, "completed-blocks", "completed blocks", "nothing lies before the first block, behind the last, or between neighbors", 1.5},
	{EdgeLogic, "edge-logic", "edge logic", "a filled cell at the edge begins its block", 1.5},
	{SimpleBoxes, "simple-boxes", "simple boxes", "a block covers the cells where its first and its last place overlap", 2},
	{ColorAdjacency, "color-adjacency", "color adjacency", "the order of the blocks says which colors can touch", 2},
	{Glue, "glue", "glue", "a filled cell near the edge ties the first block to it", 2.5},
	{Mercury, "mercury", "mercury", "a filled cell draws the first block away from the edge", 2.5},
	{Joining, "joining-and-splitting", "joining and splitting", "two runs are one block, or must stay apart", 3},
	{SimpleSpaces, "simple-spaces", "simple spaces", "a cell that no block reaches is empty", 3},
	{Forcing, "forcing", "forcing", "empty cells leave a block only some of the room", 3.5},
	{BoundedRuns, "bounded-runs", "bounded runs", "a run grows to the least block that it can be, where it has room", 4},
	{Squeezing, "squeezing", "squeezing", "all blocks pushed to one end and to the other, marks and all", 6},
	{LineLogic, "line-logic", "complete line logic", "all arrangements of a line agree", 8},
	{EdgeContradiction, "edge-contradiction", "edge contradiction", "a cell at the border of the puzzle, supposed otherwise, breaks a line near by", 12},
	{Contradiction, "contradiction", "contradiction", "a cell, supposed otherwise, breaks a line", 20},
	{Cases, "cases", "case by case", "a cell, supposed otherwise, breaks something however one goes on", 200},
}

// detector is a technique for single lines. It adds what it finds to the notes.
// One that is sided is also run on the mirrored view.
type detector struct {
	find  func(*view, *notes)
	sided bool
}

// detectors are all techniques for single lines but the complete one, which works
// on the board.
var detectors = [...]detector{
	EmptyLine:       {find: findEmptyLine},
	SharedColors:    {find: func(*view, *notes) {}}, // found before the first round, see shared.go
	FullLine:        {find: findFullLine},
	CompletedLine:   {find: findCompletedLine},
	Punctuating:     {find: findPunctuating},
	CompletedBlocks: {find: findCompletedBlocks, sided: true},
	EdgeLogic:       {find: findEdgeLogic, sided: true},
	SimpleBoxes:     {find: findSimpleBoxes},
	Glue:            {find: findGlue, sided: true},
	Mercury:         {find: findMercury, sided: true},
	SimpleSpaces:    {find: findSimpleSpaces},
	Forcing:         {find: findForcing},
	ColorAdjacency:  {find: findColorAdjacency, sided: true},
	Joining:         {find: findJoining},
	BoundedRuns:     {find: findBoundedRuns},
	Squeezing:       {find: findSqueezing},
}

// Techniques lists the catalogue, the cheapest technique first.
func Techniques() []TechniqueInfo {
	list := catalogue
	return list[:]
}

// info is the technique's entry in the catalogue.
func (t Technique) info() TechniqueInfo {
	if int(t) < techniqueCount {
		return catalogue[t]
	}
	return TechniqueInfo{Technique: t, ID: t.String(), Name: t.String()}
}

// String is the technique's name in a sentence: "simple boxes".
func (t Technique) String() string {
	if int(t) < techniqueCount {
		return catalogue[t].Name
	}
	return fmt.Sprintf("technique(%d)", uint8(t))
}

// MarshalText writes the ID.
func (t Technique) MarshalText() ([]byte, error) { return []byte(t.info().ID), nil }

// UnmarshalText reads an ID.
func (t *Technique) UnmarshalText(text []byte) error {
	for _, info := range &catalogue {
		if info.ID == string(text) {
			*t = info.Technique
			return nil
		}
	}
	return fmt.Errorf("unknown technique %q, expected one like %q", text, catalogue[SimpleBoxes].ID)
}

// SingleLine reports whether the technique looks at one line only.
func (t Technique) SingleLine() bool { return t <= LineLogic }
