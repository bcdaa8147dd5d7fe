package record

// The JSON of generate repair and generate image, and of describe and dedupe. Rows
// and columns count from 1.

import (
	"nonogram"
	"nonogram/teach"
)

// Repair is what became of a picture.
type Repair struct {
	ID      string       `json:"id" doc:"The puzzle's name or number"`
	Width   int          `json:"width"`
	Height  int          `json:"height"`
	Reached bool         `json:"reached" doc:"The puzzle is what was asked for; if not it is the nearest that was found"`
	Reason  string       `json:"reason,omitempty" doc:"Why it was not reached"`
	Before  RepairState  `json:"before"`
	After   RepairState  `json:"after"`
	Changes []CellChange `json:"changes" doc:"What differs from the picture before, row by row"`
	Grid    []string     `json:"grid,omitempty" doc:"The picture: a string for every row"`
	Elapsed Milliseconds `json:"elapsed_ms" doc:"Milliseconds of work"`
	Work    int64        `json:"work" doc:"The number of lines solved"`
	Origin
}

// RepairState is what a repair knows of a puzzle.
type RepairState struct {
	Status nonogram.Status `json:"status"`
	Open   int             `json:"open" doc:"Cells that single lines leave open"`
	Differ int             `json:"differ" doc:"Cells in which solutions differ, as far as these were looked at"`
	Level  *teach.Level    `json:"level,omitempty" doc:"Missing where there is no single solution, or no time to rate it"`
	Score  float64         `json:"score,omitempty"`
}

// CellChange is a cell that was changed, with the characters of its colors.
type CellChange struct {
	Cell
	From string `json:"from"`
	To   string `json:"to"`
}

// Describe is a line of describe --json.
type Describe struct {
	ID      string          `json:"id" doc:"The puzzle's name or number"`
	Width   int             `json:"width"`
	Height  int             `json:"height"`
	Colors  int             `json:"colors" doc:"Inks, without the background"`
	Density float64         `json:"density" doc:"The share of the cells that are filled"`
	Blocks  int             `json:"blocks" doc:"Numbers in the clues of all rows and columns"`
	Status  nonogram.Status `json:"status"`
	Level   *teach.Level    `json:"level,omitempty" doc:"Missing if it has no solution or is undecided"`
	AtLeast *teach.Level    `json:"at_least,omitempty" doc:"Only if it is undecided: it is no easier than this, as far as the rating came"`
	Score   float64         `json:"score,omitempty" doc:"From 0 to 100"`
	Hash    string          `json:"hash" doc:"The same for puzzles that differ only by rotation, reflection or the names of their colors"`
	Origin
}

// Dedupe is a line of dedupe --json: a puzzle that is another one again.
type Dedupe struct {
	ID   string `json:"id"`
	File string `json:"file,omitempty" doc:"Only on the command line"`
	Of   string `json:"of" doc:"The first of its kind"`
	From string `json:"from,omitempty" doc:"The file of that one, only on the command line"`
	Hash string `json:"hash" doc:"That of both"`
}
