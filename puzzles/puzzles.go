// Package puzzles is the project's own pack: pictures drawn for it, embedded in
// the program, each the only solution of its clues. It is in the public domain
// (CC0 1.0).
//
// Every picture is a file in art/, a .non file with a title, the colors and a
// goal but no clues: those follow from the goal. The list of them, contents.txt,
// gives the order, and with it the numbers. All but the chapter "expert" can be
// solved by looking at one line at a time.
//
// Beside the pack stands a set for those who come from the R package nonogram, whose
// 90 examples are not ours to ship: [Examples] has as many of the same sizes, all in
// black. Where the pack has a picture of a size they share it; examples/ has the rest.
//
// A picture larger than a board comes in several, in the chapter "panoramas": each is a
// puzzle of its own, and solved they are put together.
//
// Nothing is decoded before it is asked for: [All] reads the list, [Entry.Puzzle]
// one picture, each well within a tenth of a millisecond, and nothing is kept.
//
// An [Entry] says nothing about the picture except through its name. Whoever
// lists puzzles that are still to be solved shows the number instead, and the
// title when the picture is there.
package puzzles

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"nonogram"
	"nonogram/format"
	"nonogram/teach"
)

//go:embed art/*.non examples/*.non
var art embed.FS

//go:embed contents.txt
var contents string

//go:embed examples.txt
var examples string

// Entry is one puzzle of the pack.
type Entry struct {
	Number  int    // its place in the pack, from 1; may change with the next version
	Name    string // a word for the picture, unique and lasting: "cat"
	Chapter string // the name of one of Chapters, or ExampleSet
	// Level and Score are the rating of package teach: how hard the hardest
	// step is, and its score from 0 to 100 to one decimal.
	Level teach.Level
	Score float64
}

// Chapter is a part of the pack.
type Chapter struct {
	Name        string
	Description string
	// MaxCells bounds the size of the chapter's puzzles, and the chapter before
	// has all the smaller ones. 0 means that any size may occur.
	MaxCells int
}

// Expert is the chapter of puzzles that need more than single lines.
const Expert = "expert"

// panoramas is the chapter of boards that make one large picture together. They are
// named after it, as harbor-2x2-3: columns, rows, and which of them, row by row.
const panoramas = "panoramas"

var chapters = []Chapter{
	{"doodles", "5 × 5, to begin with", 25},
	{"sketches", "up to 10 × 15", 150},
	{"drawings", "up to 15 × 20", 300},
	{"paintings", "up to 20 × 25", 500},
	{"murals", "up to 40 × 40", 1600},
	{panoramas, "boards that make one large picture", 0},
	{Expert, "of all sizes; single lines do not suffice", 0},
}

// Chapters lists the chapters in their order.
func Chapters() []Chapter { return slices.Clone(chapters) }

// ExampleSet is the name of the set of examples, and stands as their chapter.
const ExampleSet = "examples"

// Examples lists the set of examples: 30 of 10 × 10 and of 15 × 15, 24 of 20 × 20 and 6
// of 20 × 30, in each size the easy ones first.
func Examples() []Entry { return parse(examples) }

// All lists the pack in order: chapter by chapter, in each the easy puzzles first.
func All() []Entry { return parse(contents) }

func parse(list string) []Entry {
	var entries []Entry
	for line := range strings.Lines(list) {
		f := strings.Fields(line)
		if len(f) != 4 || f[0] == "#" {
			continue // the heading
		}
		e := Entry{Number: len(entries) + 1, Name: f[3], Chapter: f[0]}
		// A test has read every line, so that errors cannot come up here.
		_ = e.Level.UnmarshalText([]byte(strings.ReplaceAll(f[1], "-", " ")))
		e.Score, _ = strconv.ParseFloat(f[2], 64)
		entries = append(entries, e)
	}
	return entries
}

// ByNumber finds a puzzle by its place in the pack.
func ByNumber(number int) (Entry, bool) {
	if all := All(); 1 <= number && number <= len(all) {
		return all[number-1], true
	}
	return Entry{}, false
}

// ByName finds a puzzle by its name.
func ByName(name string) (Entry, bool) {
	for _, e := range All() {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}

// Puzzle decodes the puzzle: clues, colors, title, and the picture as its goal.
// Its ID is what stands behind the @ for it: the number, or "examples/36". Every call gives a puzzle of its own. The Entry must come
// from this package; it panics for a made-up one, as an index out of range would.
func (e Entry) Puzzle() *nonogram.Puzzle {
	file, id := "art/"+e.Name+".non", strconv.Itoa(e.Number)
	if e.Chapter == DailySet {
		return e.picture().puzzle(DailySet + "/" + id)
	}
	if e.Chapter == ExampleSet {
		id = ExampleSet + "/" + id
		if own := "examples/" + e.Name + ".non"; exists(own) {
			file = own
		}
	}
	data, err := art.ReadFile(file)
	if err != nil {
		panic(fmt.Sprintf("puzzles: there is no entry %+v", e))
	}
	for p, err := range format.Decode(data, file, "non") {
		if err != nil {
			panic("puzzles: " + err.Error()) // the tests have read every file
		}
		p.ID = id
		return p
	}
	panic("puzzles: " + file + " is empty")
}

func exists(file string) bool {
	_, err := fs.Stat(art, file)
	return err == nil
}

// Title is what the picture shows, as its maker calls it.
func (e Entry) Title() string { return e.Puzzle().Title }
