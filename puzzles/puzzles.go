// Package puzzles is the project's pack of puzzles, embedded in the program. Each picture is
// the only solution of its clues. The pack is in the public domain (CC0 1.0).
//
// [All] lists the pack, [ByName] and [Select] find puzzles in it, [OfDay] has one for each day.
// Each reads its list anew, in half a millisecond; [Entry.Puzzle] decodes a picture in a tenth of that.
//
// A picture is a .non file in art/ with a title, colors and a goal; the clues follow from the
// goal. The list contents.txt gives the order and the numbers. All chapters but "hard" and
// "expert" are line-solvable.
//
// [Examples] is a second set of 90 puzzles, with the sizes of the examples of the R package
// nonogram, whose license does not permit copying them. It shares pictures with the pack;
// the folder examples/ has the others.
//
// [Triddlers] is a third set: boards of triangles, in triddlers/, which is not part of the pack.
//
// In the chapter "panoramas" several puzzles make one large picture.
//
// The name of an [Entry] reveals the picture. Lists of unsolved puzzles should show the
// number instead.
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

//go:embed art/*.non examples/*.non triddlers/*.json
var art embed.FS

//go:embed contents.txt
var contents string

//go:embed examples.txt
var examples string

//go:embed triddlers.txt
var triddlers string

// Entry is one puzzle of the pack.
type Entry struct {
	Number  int    // index in the pack, from 1; may change between versions
	Name    string // unique and stable, as in "cat"
	Chapter string // the name of one of Chapters, ExampleSet or TriddlerSet
	// Level and Score are the rating of package teach.
	Level teach.Level
	Score float64
}

// Chapter is a part of the pack.
type Chapter struct {
	Name        string
	Description string
	// MaxCells bounds the size of the chapter's puzzles; smaller ones are in the chapters
	// before. 0 means any size.
	MaxCells int
}

// Hard and Expert are the chapters of the puzzles that are not line-solvable: those rated hard
// and very hard, and those rated expert.
const (
	Hard   = "hard"
	Expert = "expert"
)

// panoramas is the chapter of boards that make one large picture. A name like harbor-2x2-3
// has the columns, the rows, and the number of the board, row by row.
const panoramas = "panoramas"

var chapters = []Chapter{
	{"doodles", "5 × 5, to begin with", 25},
	{"sketches", "up to 10 × 15", 150},
	{"drawings", "up to 15 × 20", 300},
	{"paintings", "up to 20 × 25", 500},
	{"murals", "up to 40 × 40", 1600},
	{panoramas, "boards that make one large picture", 0},
	{Hard, "of all sizes; single lines do not suffice", 0},
	{Expert, "of all sizes; one supposition at a time does not suffice", 0},
}

// Chapters lists the chapters in their order.
func Chapters() []Chapter { return slices.Clone(chapters) }

// ExampleSet and TriddlerSet are the names of the sets of examples and of triddlers, and their
// chapters.
const (
	ExampleSet  = "examples"
	TriddlerSet = "triddlers"
)

// Examples lists the set of examples: 30 of 10 × 10 and of 15 × 15, 24 of 20 × 20 and 6
// of 20 × 30, in each size the easy ones first.
func Examples() []Entry { return parse(examples) }

// Triddlers lists the boards of triangles, the small ones first. The first is to learn from. All are solved by lines.
func Triddlers() []Entry { return parse(triddlers) }

// All lists the pack in order: chapter by chapter, in each level by level, and in a level the
// small and easy puzzles first.
func All() []Entry { return parse(contents) }

func parse(list string) []Entry {
	var entries []Entry
	for line := range strings.Lines(list) {
		f := strings.Fields(line)
		if len(f) != 4 || f[0] == "#" {
			continue // the heading
		}
		e := Entry{Number: len(entries) + 1, Name: f[3], Chapter: f[0]}
		// A test reads every line, so errors cannot occur here.
		_ = e.Level.UnmarshalText([]byte(strings.ReplaceAll(f[1], "-", " ")))
		e.Score, _ = strconv.ParseFloat(f[2], 64)
		entries = append(entries, e)
	}
	return entries
}

// ByNumber finds a puzzle by its number in the pack.
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

// Puzzle decodes the puzzle: clues, colors, title, and the picture as its goal. Its ID is the
// number, or "examples/36" or "triddlers/1". Puzzle panics if the entry is not from this package.
func (e Entry) Puzzle() *nonogram.Puzzle {
	file, id, kind := "art/"+e.Name+".non", strconv.Itoa(e.Number), "non"
	if e.Chapter == DailySet {
		return e.picture().puzzle(DailySet + "/" + id)
	}
	if e.Chapter == ExampleSet {
		id = ExampleSet + "/" + id
		if own := "examples/" + e.Name + ".non"; exists(own) {
			file = own
		}
	}
	if e.Chapter == TriddlerSet {
		file, id, kind = "triddlers/"+e.Name+".json", TriddlerSet+"/"+id, "json"
	}
	data, err := art.ReadFile(file)
	if err != nil {
		panic(fmt.Sprintf("puzzles: there is no entry %+v", e))
	}
	for p, err := range format.Decode(data, file, kind) {
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
