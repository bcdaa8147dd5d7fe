package create

import (
	"context"
	"errors"
	"image"
	"math"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/internal/object"
	"nonogram/scan"
)

// Scan reads a puzzle from a photograph, see package scan. The image is passed as for kind
// "image" of generate.

// ScanRequest contains a photograph.
type ScanRequest struct {
	Image *Pixels `json:"image,omitempty" doc:"The pixels of the photograph"`
	File  []byte  `json:"image_file,omitempty" doc:"The file of the photograph in Base64, as PNG or JPEG, in place of the pixels"`
	// Stage is called after each stage of reading with a function that draws its result.
	Stage    func(stage string, picture func() image.Image) `json:"-"`
	Readings int                                            `json:"readings,omitempty" minimum:"0" maximum:"1000" doc:"How many readings the engine checks for a unique solution (default 96)"`
}

// ScanAnswer is the puzzle that was read, and further ones.
type ScanAnswer struct {
	ScanReading
	Others []*ScanReading `json:"others,omitempty" doc:"Further puzzles of the image"`
}

// ScanReading is one puzzle that was read.
type ScanReading struct {
	ID          string           `json:"id,omitempty" doc:"Only on the command line"`
	File        string           `json:"file,omitempty" doc:"Only on the command line"`
	Puzzle      *object.Nonogram `json:"puzzle"`
	Status      nonogram.Status  `json:"status" enum:"unique,multiple,unsolvable,undecided,solved" doc:"The verdict on the puzzle; unsolvable means that something was misread"`
	Probability float64          `json:"probability" doc:"The probability that all numbers are right, among the considered readings; 0 if none is consistent"`
	Decided     string           `json:"decided" enum:"sight,fit,totals,uniqueness" doc:"The rule that chose the reading: sight, the likeliest numbers; fit, clues fit into their lines; totals, rows and columns have equally many cells; uniqueness, there is one solution"`
	Doubts      []ScanDoubt      `json:"doubts" doc:"Doubtful numbers"`
	Board       Outline          `json:"board" doc:"The corners of the board in the image, clockwise from the top left"`
	Retried     string           `json:"retried,omitempty" doc:"How the image was changed to be read, as one color, enlarged, turned by 90°; missing if it was read as it is"`
	Conflicts   []ScanLine       `json:"conflicts,omitempty" doc:"The lines that are probably misread, if the reading has no solution"`

	// Read is the puzzle in the types of the library.
	Read *nonogram.Puzzle `json:"-"`
}

// ScanLine is a row or column.
type ScanLine struct {
	Line  string `json:"line" enum:"row,column"`
	Index int    `json:"index" doc:"The row or column, from 0"`
}

// ScanDoubt is a number with several readings.
type ScanDoubt struct {
	Line    string       `json:"line" enum:"row,column"`
	Index   int          `json:"index" doc:"The row or column, from 0"`
	Number  int          `json:"number" doc:"The index of the number in its clue, from 0"`
	At      Outline      `json:"at" doc:"Its place in the image"`
	Chosen  int          `json:"chosen" doc:"The index of the choice in the puzzle"`
	Choices []ScanChoice `json:"choices" doc:"The readings, the likeliest first, by sight alone"`
}

// ScanChoice is a reading of a number.
type ScanChoice struct {
	Value       int     `json:"value" doc:"0 for no number"`
	Color       int     `json:"color" doc:"Index into the palette"`
	Probability float64 `json:"probability"`
}

// Outline is a quadrilateral in the image, in pixels, clockwise from the top left.
type Outline [4][2]float64

// Scan reads a photograph.
func Scan(ctx context.Context, s *operations.Service, r *ScanRequest) (*ScanAnswer, error) {
	if r.Readings < 0 || r.Readings > maxReadings {
		return nil, operations.Errorf(operations.BadRequest, "readings", "found %d, expected 1 to %d, or 0 for the default", r.Readings, maxReadings)
	}
	bounds, err := (&operations.Budget{}).Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	ctx, cancel := bounds.Context(ctx)
	defer cancel()
	img, release, err := (&ImageOptions{Image: r.Image, File: r.File}).image(ctx, s)
	defer release()
	if err != nil {
		return nil, err
	}
	report := operations.CountStages(ctx)
	stage := func(stage string, picture func() image.Image) {
		report(stage)
		if r.Stage != nil {
			r.Stage(stage, picture)
		}
	}
	read, err := scan.Read(ctx, img, scan.Options{Readings: r.Readings, Stage: stage})
	if errors.Is(err, scan.ErrUnreadable) {
		where := "image"
		if len(r.File) > 0 {
			where = "image_file"
		}
		return nil, &operations.Error{Code: operations.Unreadable, Where: where, Message: err.Error()}
	}
	if err != nil {
		return nil, err
	}
	if err := s.Limits.Admit(read.Puzzle); err != nil {
		return nil, err
	}
	answer := &ScanAnswer{ScanReading: *scanned(read)}
	for _, other := range read.Others {
		answer.Others = append(answer.Others, scanned(other))
	}
	return answer, nil
}

// maxReadings bounds the number of readings that the engine checks.
const maxReadings = 1000

// scanned returns the answer for one puzzle.
func scanned(read *scan.Reading) *ScanReading {
	answer := &ScanReading{
		Puzzle: object.New(read.Puzzle), Status: read.Status, Probability: thousandths(read.Probability), Decided: string(read.Decided),
		Doubts: []ScanDoubt{}, Board: outline(read.Board),
		Read: read.Puzzle, Retried: read.Retried,
	}
	for _, d := range read.Doubts {
		doubt := ScanDoubt{Line: d.Line.Axis.String(), Index: d.Line.Index, Number: d.Index, At: outline(d.At), Chosen: d.Chosen}
		for _, c := range d.Choices {
			doubt.Choices = append(doubt.Choices, ScanChoice{c.Length, int(c.Color), thousandths(c.Probability)})
		}
		answer.Doubts = append(answer.Doubts, doubt)
	}
	for _, l := range read.Conflicts {
		answer.Conflicts = append(answer.Conflicts, ScanLine{l.Axis.String(), l.Index})
	}
	return answer
}

func outline(q scan.Quad) (o Outline) {
	for i, p := range q {
		o[i] = [2]float64{math.Round(p.X*10) / 10, math.Round(p.Y*10) / 10}
	}
	return o
}

func thousandths(v float64) float64 { return math.Round(v*1000) / 1000 }
