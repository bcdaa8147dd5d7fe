package record

// The JSON of generate repair and generate image, and of describe and dedupe. Rows
// and columns count from 1.

import (
	"nonogram"
	"nonogram/teach"
)

// Repair is the result of a repair.
type Repair struct {
	Subject
	Reached bool         `json:"reached" doc:"The repair succeeded; if not, the puzzle is the closest one found"`
	Reason  string       `json:"reason,omitempty" doc:"Why the repair did not succeed"`
	Before  RepairState  `json:"before"`
	After   RepairState  `json:"after"`
	Changes []CellChange `json:"changes" doc:"The changed cells, row by row"`
	Grid    []string     `json:"grid,omitempty" doc:"The picture: a string for every row"`
	Elapsed Milliseconds `json:"elapsed_ms" doc:"Milliseconds of work"`
	Work    int64        `json:"work" doc:"The number of lines solved"`
	Origin
}

// Candidate describes one of the puzzles that an image may become.
type Candidate struct {
	Number  int     `json:"number" doc:"Its number on the sheet, from 1"`
	Mode    string  `json:"mode"`
	Width   int     `json:"width"`
	Height  int     `json:"height"`
	Inks    int     `json:"inks" doc:"Colors without the background"`
	Bias    float64 `json:"bias,omitempty"`
	Changed int     `json:"changed" doc:"Cells that the repair has changed"`
	Reached bool    `json:"reached" doc:"The repair succeeded"`
	// Likeness has two digits.
	Likeness float64     `json:"likeness,omitempty" doc:"How much it looks like the image, from 0 to 1"`
	After    RepairState `json:"after"`
}

// RepairState describes a puzzle before or after a repair.
type RepairState struct {
	Status nonogram.Status `json:"status"`
	Open   int             `json:"open" doc:"Cells that single lines leave open"`
	Differ int             `json:"differ" doc:"Cells in which the found solutions differ"`
	Level  *teach.Level    `json:"level,omitempty" doc:"Missing if the solution is not unique, or there was no time to rate it"`
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
	Subject
	Colors  int             `json:"colors" doc:"Inks, without the background"`
	Density float64         `json:"density" doc:"The share of the cells that are filled"`
	Blocks  int             `json:"blocks" doc:"Numbers in the clues of all rows and columns"`
	Status  nonogram.Status `json:"status"`
	Level   *teach.Level    `json:"level,omitempty" doc:"Missing if it has no solution or is undecided"`
	AtLeast *teach.Level    `json:"at_least,omitempty" doc:"A lower bound on the level, only if the puzzle is undecided"`
	Score   float64         `json:"score,omitempty" doc:"From 0 to 100"`
	Hash    string          `json:"hash" doc:"The same for puzzles that differ only by rotation, reflection or the names of their colors"`
	Origin
}

// Dedupe is a line of dedupe --json: a duplicate puzzle.
type Dedupe struct {
	ID   string `json:"id"`
	File string `json:"file,omitempty" doc:"Only on the command line"`
	Of   string `json:"of" doc:"The earlier puzzle"`
	From string `json:"from,omitempty" doc:"The file of the earlier puzzle, only on the command line"`
	Hash string `json:"hash" doc:"The hash of both"`
}
