// Package play implements a game of one puzzle: moves, undo, wrong marks and the end of the
// game. It reads and writes the web app's progress file and has a screen for terminals.
package play

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/plural"
	"nonogram/puzzles"
	"nonogram/teach"
)

// Game is a game of a puzzle that has exactly one solution.
type Game struct {
	Puzzle *nonogram.Puzzle
	// Board has the marks of the player; other cells are unknown.
	Board *nonogram.Grid
	// Hints is the number of hints so far, and Seconds the time.
	Hints, Seconds int

	solution *nonogram.Grid
	moves    [][]change
	found    map[string]any // the game in the file of progress at the beginning
	resumed  map[string]any // the same if it is continued
	hints    int            // at the beginning
}

// change is a cell, an index of the board, with its color before and after.
type change struct {
	cell     int
	from, to nonogram.Color
}

// New begins a game with the given cells of the puzzle.
func New(p *nonogram.Puzzle, solution *nonogram.Grid) *Game {
	g := &Game{Puzzle: p, Board: nonogram.NewGrid(p.Width(), p.Height()), solution: solution}
	if p.Given != nil {
		copy(g.Board.Cells, p.Given.Cells)
	}
	return g
}

// Moves is the number of moves that were not undone.
func (g *Game) Moves() int { return len(g.moves) }

// Changed reports whether there are moves or hints since the game was begun or resumed.
func (g *Game) Changed() bool { return len(g.moves) > 0 || g.Hints != g.hints }

// Move sets the marks of a move.
func (g *Game) Move(marks []teach.Mark) {
	changes := make([]change, len(marks))
	for i, m := range marks {
		at := m.Cell.Row*g.Board.Width + m.Cell.Col
		changes[i] = change{at, g.Board.Cells[at], m.Color}
		g.Board.Cells[at] = m.Color
	}
	g.moves = append(g.moves, changes)
}

// Undo undoes the last move. It reports whether there was one.
func (g *Game) Undo() bool {
	last := len(g.moves) - 1
	if last < 0 {
		return false
	}
	for _, c := range slices.Backward(g.moves[last]) { // a move may set a cell twice
		g.Board.Cells[c.cell] = c.from
	}
	g.moves = g.moves[:last]
	return true
}

// Wrong lists the marks that differ from the solution, in reading order.
func (g *Game) Wrong() []nonogram.Cell {
	var wrong []nonogram.Cell
	for i, c := range g.Board.Cells {
		if c != nonogram.Unknown && c != g.solution.Cells[i] {
			wrong = append(wrong, nonogram.Cell{Row: i / g.Board.Width, Col: i % g.Board.Width})
		}
	}
	return wrong
}

// Balance is the number of right marks minus the number of wrong ones, divided by the
// number of cells.
func (g *Game) Balance() float64 {
	cells := len(g.Board.Cells)
	return float64(cells-g.Board.Open()-2*len(g.Wrong())) / float64(cells)
}

// Done reports whether the picture is complete. Empty cells need no mark.
func (g *Game) Done() bool { return len(g.Wrong()) == 0 && filled(g.Board) == filled(g.solution) }

// filled counts the cells with a color.
func filled(g *nonogram.Grid) (n int) {
	for _, c := range g.Cells {
		if c != nonogram.Empty && c != nonogram.Unknown {
			n++
		}
	}
	return n
}

// Clue returns the clue of a line as text, in color puzzles with the symbols of the colors.
func (g *Game) Clue(l nonogram.LineRef) string {
	clue := g.Puzzle.Clue(l)
	if clue.Missing() {
		return clue.String()
	}
	var numbers []string
	for _, b := range clue {
		number := nonogram.Clue{{Length: b.Length, Color: nonogram.Black}}.String()
		if g.Puzzle.Colored() {
			number += string(rune(g.Puzzle.Palette.Symbol(b.Color)))
		}
		numbers = append(numbers, number)
	}
	return cmp.Or(strings.Join(numbers, " "), "0")
}

// Progress is the progress file of the web app, which holds its stored values by key
// (web/src/games/progressFile.ts, web/src/games/savedGames.ts). Values that do not belong to
// the game are kept unchanged.
type Progress struct {
	Kind    string           `json:"kind"`
	Version int              `json:"version"`
	Entries map[string]entry `json:"entries"`
}

// entry is a stored value with the version of its layout.
type entry struct {
	Version int `json:"version"`
	Value   any `json:"value"`
}

const progressKind, progressVersion = "nonogram-progress", 1

// ReadProgress parses a progress file. An empty file has no games.
func ReadProgress(data []byte) (*Progress, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return &Progress{progressKind, progressVersion, map[string]entry{}}, nil
	}
	p := &Progress{}
	err := json.Unmarshal(data, p)
	if err != nil || p.Kind != progressKind || p.Version != progressVersion || p.Entries == nil {
		return nil, fmt.Errorf("found %.40q, expected a file of progress: kind %q, version %d, entries", data, progressKind, progressVersion)
	}
	return p, nil
}

// object returns the value of a key as an object, which is empty if the key is missing.
func (p *Progress) object(key string) (map[string]any, error) {
	e, ok := p.Entries[key]
	fields, isObject := e.Value.(map[string]any)
	switch {
	case !ok:
		return map[string]any{}, nil
	case !isObject || e.Version != progressVersion:
		return nil, fmt.Errorf("%s: found version %d, expected an object of version %d", key, e.Version, progressVersion)
	}
	return fields, nil
}

func (p *Progress) put(key string, value any) { p.Entries[key] = entry{progressVersion, value} }

// Resume restores the game from the file, if the file has it and it is not finished.
func (p *Progress) Resume(g *Game) error {
	name, _ := nameOf(g.Puzzle)
	saved, err := p.object("game/" + name)
	if err != nil || len(saved) == 0 {
		return err
	}
	begun := *g
	begun.Board, err = readCells(saved["cells"], g.Puzzle)
	if err != nil {
		return fmt.Errorf("game/%s: %w", name, err)
	}
	if g.found = saved; !begun.Done() {
		hints, _ := saved["hints"].(float64)
		seconds, _ := saved["seconds"].(float64)
		g.Board, g.resumed, g.Hints, g.Seconds = begun.Board, saved, int(hints), int(seconds)
		g.hints = g.Hints
	}
	return nil
}

// Keep stores the game with the time of the change, and a record if it is solved. It reports
// whether there is anything to store. If the file has another game than the one resumed, both
// are kept by the rules of the web app.
func (p *Progress) Keep(g *Game, now time.Time) (changed bool, err error) {
	if !g.Changed() {
		return false, nil
	}
	name, level := nameOf(g.Puzzle)
	theirs, err := p.object("game/" + name)
	table, err2 := p.object("progress")
	if err := cmp.Or(err, err2); err != nil {
		return false, err
	}
	game := g.saved()
	before, _ := table[name].(map[string]any)
	if len(theirs) > 0 && !reflect.DeepEqual(theirs, g.found) {
		if theirs["undo"] == nil && theirs["base"] == nil && before["solved"] == true && !g.Done() {
			return false, nil // finished elsewhere
		}
		game = join(game, theirs, g.Puzzle)
	}
	if g.Done() {
		undo, _ := game["undo"].([]any)
		game = map[string]any{"cells": writeCells(g.solution), "seconds": g.Seconds}
		p.put("picture/"+name, game["cells"])
		p.put("replay/"+name, append([]any{}, undo...))
		list, _ := p.Entries["records"].Value.([]any)
		record := map[string]any{"name": name, "width": g.Board.Width, "height": g.Board.Height, "inks": len(g.Puzzle.Palette) - 1}
		record["seconds"], record["hints"], record["at"], record["level"] = g.Seconds, g.Hints, now.UnixMilli(), level
		p.put("records", append(list, record))
	}
	p.put("game/"+name, game)
	if puzzle := "puzzle/" + name; level == "" && p.Entries[puzzle].Value == nil {
		p.put(puzzle, json.RawMessage(encoded(g.Puzzle, "json")))
	}
	solved := g.Done() || before["solved"] == true // stays solved when it is played again
	table[name] = map[string]any{"solved": solved, "share": min(1, float64(filled(g.Board))/float64(max(1, filled(g.solution)))), "seconds": g.Seconds, "updated": now.UnixMilli()}
	p.put("progress", table)
	return true, nil
}

// Write writes the file.
func (p *Progress) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(p)
}

// saved returns the game as the file has it: the game that was resumed with its other values,
// such as struck clues, and the moves.
func (g *Game) saved() map[string]any {
	game := maps.Clone(g.resumed)
	if game == nil {
		game = map[string]any{}
	}
	undo, _ := game["undo"].([]any)
	undo = append([]any{}, undo...)
	if len(g.moves) > 0 {
		if game["base"] != nil {
			undo = append(undo, "k!") // keeps the marks of what-if
		}
		delete(game, "base")
		delete(game, "redo") // a move ends it
	}
	for _, changes := range g.moves {
		undo = append(undo, moveText(changes))
	}
	game["cells"], game["undo"], game["seconds"], game["hints"] = writeCells(g.Board), undo, g.Seconds, g.Hints
	return game
}

// join is the game that has the boards of two others in its history, as the app does in
// web/src/games/merge.ts. If the earlier one cannot be read, it is the later one.
func join(late, early map[string]any, p *nonogram.Puzzle) map[string]any {
	a, okA := trail(late, p)
	b, okB := trail(early, p)
	switch {
	case !okA || !okB || a.has(b):
		return late
	case b.has(a):
		return early
	}
	var bridge []change
	for i, from := range b.end.Cells {
		if to := a.start.Cells[i]; from != to {
			bridge = append(bridge, change{i, from, to})
		}
	}
	undo, _ := early["undo"].([]any)
	undo = append([]any{}, undo...)
	if early["base"] != nil {
		undo = append(undo, "k!")
	}
	if len(bridge) > 0 {
		undo = append(undo, moveText(bridge))
	}
	later, _ := late["undo"].([]any)
	both := maps.Clone(late)
	both["undo"] = append(undo, later...)
	return both
}

// boards are the boards of a game's history.
type boards struct {
	texts      []string
	start, end *nonogram.Grid
}

// has reports whether every board of another game is one of these.
func (b boards) has(other boards) bool {
	return !slices.ContainsFunc(other.texts, func(text string) bool { return !slices.Contains(b.texts, text) })
}

// trail returns the boards of a game, from the last to the first. It reports whether the game
// can be read.
func trail(game map[string]any, p *nonogram.Puzzle) (b boards, ok bool) {
	end, err := readCells(game["cells"], p)
	if err != nil {
		return b, false
	}
	start := *end
	start.Cells = slices.Clone(end.Cells)
	b = boards{[]string{writeCells(end)}, &start, end}
	undo, _ := game["undo"].([]any)
	for _, entry := range slices.Backward(undo) {
		text, _ := entry.(string)
		changes, ok := readMove(text, len(start.Cells))
		if !ok {
			return b, false
		}
		for _, c := range changes {
			start.Cells[c.cell] = c.from
		}
		b.texts = append(b.texts, writeCells(&start))
	}
	return b, true
}

// nameOf returns the name of a game in the file, and the level of a puzzle of the pack. The web
// app keeps the game of a day by its date (day/DATE), because a streak counts days; a picture
// of the day that is played here has no date and is a puzzle of one's own.
func nameOf(p *nonogram.Puzzle) (name, level string) {
	code := []byte(encoded(p, "link"))
	h := fnv.New32a()
	h.Write(code)
	base36 := func(n uint32) string { return strconv.FormatUint(uint64(n), 36) }
	name = base36(crc32.ChecksumIEEE(code)) + "-" + base36(h.Sum32()) // as web/src/model/share.ts
	for _, e := range puzzles.All() {
		if encoded(e.Puzzle(), "link") == string(code) {
			return name, e.Level.String()
		}
	}
	return "own/" + name, ""
}

// encoded returns a puzzle without its picture as JSON, or as a link without the site.
func encoded(p *nonogram.Puzzle, formatName string) string {
	bare := *p
	bare.Goal = nil
	var b strings.Builder
	_ = format.Encode(&b, formatName, &bare) // both hold all puzzles
	_, code, isLink := strings.Cut(b.String(), "#p=")
	if !isLink {
		return b.String()
	}
	return strings.TrimSpace(code)
}

// writeCells encodes runs of cells as their length, unless it is 1, and a character: 12?3A.
func writeCells(g *nonogram.Grid) string {
	text, length := "", 0
	for i, c := range g.Cells {
		if length++; i+1 < len(g.Cells) && g.Cells[i+1] == c {
			continue
		}
		if length > 1 {
			text += strconv.Itoa(length)
		}
		text, length = text+cellText(c), 0
	}
	return text
}

func cellText(c nonogram.Color) string {
	marks := map[nonogram.Color]string{nonogram.Unknown: "?", nonogram.Empty: "."}
	return cmp.Or(marks[c], string('A'-1+rune(c)))
}

var cellRuns = regexp.MustCompile(`(\d*)(\D)`)

func readCells(value any, p *nonogram.Puzzle) (*nonogram.Grid, error) {
	colors := map[string]nonogram.Color{"?": nonogram.Unknown, "!": nonogram.Unknown} // "!" is a small mark that decides nothing
	for c := range p.Palette {
		colors[cellText(nonogram.Color(c))] = nonogram.Color(c)
	}
	g := nonogram.NewGrid(p.Width(), p.Height())
	cells := g.Cells[:0]
	text, _ := value.(string)
	for _, run := range cellRuns.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(cmp.Or(run[1], "1")) // the largest number if it overflows
		c, ok := colors[run[2]]
		if !ok || n > len(g.Cells)-len(cells) {
			cells = nil
			break
		}
		cells = append(cells, slices.Repeat([]nonogram.Color{c}, n)...)
	}
	if len(cells) != len(g.Cells) {
		return nil, fmt.Errorf("found %.24q, expected %s of %s", text, plural.Of(len(g.Cells), "cell", "cells"), plural.Of(len(p.Palette)-1, "color", "colors"))
	}
	return g, nil
}

// moveText writes changes as "from,to,first,step,count" in base 36, joined by ";".
func moveText(changes []change) string {
	var runs []string
	for _, c := range changes {
		base36 := func(n int) string { return strconv.FormatInt(int64(n), 36) }
		runs = append(runs, base36(int(c.from))+","+base36(int(c.to))+","+base36(c.cell)+",0,1")
	}
	return strings.Join(runs, ";")
}

var moveForm = regexp.MustCompile(`^(?:[bkd]!)?([^@]*)(?:@\w+)?$`)

// readMove reads changes as moveText and the web app (web/src/games/history.ts) write them, for
// a board of this many cells.
func readMove(text string, cells int) (changes []change, ok bool) {
	form := moveForm.FindStringSubmatch(text)
	if form == nil {
		return nil, false
	}
	for run := range strings.SplitSeq(form[1], ";") {
		if run == "" && form[1] == "" {
			break
		}
		var n [5]int64
		parts := strings.Split(run, ",")
		if len(parts) != len(n) {
			return nil, false
		}
		for i, part := range parts {
			var err error
			if n[i], err = strconv.ParseInt(part, 36, 32); err != nil {
				return nil, false
			}
		}
		from, to, first, step, count := n[0], n[1], n[2], n[3], n[4]
		if count < 1 || count > int64(cells) || from < 0 || to < 0 || from > math.MaxUint8 || to > math.MaxUint8 {
			return nil, false
		}
		for i := range count {
			cell := first + i*step
			if cell < 0 || cell >= int64(cells) {
				return nil, false
			}
			changes = append(changes, change{int(cell), decided(from), decided(to)})
		}
	}
	return changes, true
}

// maybe is the small mark of the web app in a cell that is undecided.
const maybe = 254

// decided is the color of a cell in a move. A cell with the small mark is unknown.
func decided(n int64) nonogram.Color {
	if n == maybe {
		return nonogram.Unknown
	}
	return nonogram.Color(n)
}
