// Package scan reads a puzzle from a photograph or a screenshot.
//
//	image ── see ───────▶ places of numbers, each with likely readings
//	      ── lines ─────▶ likely clues of each line that fit into it
//	      ── totals ────▶ likely readings with equally many cells in rows and columns
//	      ── engine ────▶ the likeliest that has one solution
//
// Where lines lead to no puzzle, a network that finds cells and numbers in the whole picture takes
// the place of see.
//
// The answer is the likeliest reading that is a puzzle, not the best guess number by number.
// One solution is a strong prior, not a requirement: some printed puzzles have several. A
// [Reading] lists the rule that decided and the numbers in doubt.
//
// [Read] is the only function. The answer is a puzzle with the probability that all of its numbers
// are right, or an error that wraps [ErrUnreadable]; a wrong reading is possible, and Doubts lists
// where to look. A photograph of 12 megapixels takes 1.5 s of CPU time; retries are
// bounded.
//
// The package opens no files and reads no clock. The context ends the work early.
package scan

import (
	"context"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"runtime"
	"strings"

	"nonogram"
	"nonogram/scan/internal/see"
)

// Options bounds a call. The zero value takes the defaults.
type Options struct {
	// Readings is how many readings the engine checks at most; 0 means 96.
	Readings int
	// Stage is called after each stage, with a function that draws its result: 1-board,
	// 2-straight, 3-clues, 4-digits, 5-inks and 6-proof. Stages repeat where a picture is
	// examined again; the last picture shows the reading.
	Stage func(stage string, picture func() image.Image)
}

// maxWork bounds the retries of a picture: glyphs read, and straightened pixels by thousands.
const maxWork = 20_000

// defaultReadings bounds the readings that the engine checks. Usually it checks one.
const defaultReadings = 96

// Decision is the rule that chose a reading.
type Decision string

// The decisions, in the order in which the rules are asked.
const (
	BySight      Decision = "sight"      // the likeliest number at every place
	ByFit        Decision = "fit"        // a likelier number did not fit into its line
	ByTotals     Decision = "totals"     // a likelier reading had unequal totals
	ByUniqueness Decision = "uniqueness" // a likelier reading had no solution, or several
)

// Point is a place in the photograph, in pixels from its top left.
type Point struct{ X, Y float64 }

// Quad is an outline in the photograph, clockwise from the top left.
type Quad [4]Point

func quad(q see.Quad) (r Quad) {
	for i, p := range q {
		r[i] = Point(p)
	}
	return r
}

// Reading is a puzzle that was read.
type Reading struct {
	Puzzle *nonogram.Puzzle
	// Probability is the probability that every clue is right.
	Probability float64
	// Status is the engine's verdict: Undecided if it did not check the puzzle or exceeded
	// its budget.
	Status  nonogram.Status
	Decided Decision
	Doubts  []Doubt
	Board   Quad
	// Retried describes the changes that made the picture readable, such as "one color",
	// "enlarged", "turned by 90°" or "cells without lines". It is empty if the picture was read unchanged.
	Retried string
	// Conflicts are the lines that are probably misread, the likeliest first, if the reading has
	// no solution.
	Conflicts []nonogram.LineRef
	// Others are further puzzles in the picture.
	Others []*Reading

	view       view
	logP       float64   // of the numbers, by sight
	otherBoard bool      // not the likeliest one
	agreed     bool      // with what the network reads
	odds       []float64 // logarithms of the odds that the lines are right, rows first
	sight      *see.Sight
	plain      *see.Sight // with the usual ink, of the likeliest board that has clues
}

// Doubt is a number with several likely readings.
type Doubt struct {
	Line nonogram.LineRef
	// Index is the index of the number in its clue, or of the next number if nothing was
	// read at the place.
	Index   int
	At      Quad
	Choices []Choice // the likeliest by sight first
	Chosen  int      // the index of the choice in the puzzle
}

// Choice is one reading of a number. Length 0 means that there is no number.
type Choice struct {
	nonogram.Block
	Probability float64
}

// ErrUnreadable is wrapped by the errors of [Read] for pictures without a readable puzzle: there
// is no board, or clues are cut off.
var ErrUnreadable = errors.New("unreadable picture")

// Read finds the puzzles in a photograph. Without any it returns an error that wraps
// [ErrUnreadable].
//
// If a picture is not a puzzle as it is, Read enlarges it if it is small, and turns it. It
// returns the first reading that is a puzzle, otherwise the reading with the most clues.
func Read(ctx context.Context, img image.Image, o Options) (*Reading, error) {
	var r *Reading
	err := guarded(func() (err error) {
		img = onWhite(img)
		r, err = readViews(ctx, img, o)
		return err
	})
	if o.Stage != nil {
		o.Stage("6-proof", func() image.Image { return overlay(img, r, err) })
	}
	if err != nil {
		return nil, err
	}
	if !r.trusted() {
		r.Probability = min(r.Probability, untrusted)
		return r, nil
	}
	err = guarded(func() (err error) {
		r.Others, err = others(ctx, r, o)
		return err
	})
	for _, each := range append(r.Others, r) {
		each.calibrate()
	}
	return r, err
}

// guarded turns a panic into an error that names its place: a picture that nobody foresaw must not
// end a server, or the reading of other pictures.
func guarded(read func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the reader failed, which is a fault in it and not in the picture: %v (%s)", fault, panicked())
		}
	}()
	return read()
}

// panicked is the file and line of the panic that is being recovered.
func panicked() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	raised := false
	for {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if raised && !inRuntime || !more {
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		raised = raised || f.Function == "runtime.gopanic"
	}
}

// calibrate lowers the probability for doubts besides the numbers: a second look may find a part
// of the board, a number may be a surprise, few clues may be beside something else, an outer line without a clue may lie
// beside the board, and a wrong reading more often has several solutions. Such readings do not
// claim 0.99.
func (r *Reading) calibrate() {
	const again, several, few, bare, small = .98, .95, .98, .985, .985
	if r.Retried != "" || r.otherBoard || r.surprising() {
		r.Probability *= again
	}
	if r.Status != nonogram.Unique {
		r.Probability *= several
	}
	if cluedShare(r.sight) < wellClued {
		r.Probability *= few
	}
	for _, lines := range [2][][]see.Number{r.sight.Rows, r.sight.Columns} {
		if !numbered(lines[0]) || !numbered(lines[len(lines)-1]) {
			r.Probability *= bare
		}
	}
	if min(r.Puzzle.Width(), r.Puzzle.Height()) < smallSide {
		r.Probability *= small
	}
}

// overlay draws a reading over a paler copy of the picture: the board and its cells blue,
// numbers green, doubtful numbers red. After an error it draws the parts found until then.
func overlay(img image.Image, r *Reading, err error) image.Image {
	var failed *sightError
	switch {
	case errors.As(err, &failed):
		return see.Overlay(img, failed.sight)
	case err != nil:
		return see.Overlay(img, nil)
	case r.view.back != nil:
		return see.Overlay(r.view.img, r.sight)
	}
	doubts := make([]see.Quad, len(r.Doubts))
	for i, d := range r.Doubts {
		for k, corner := range d.At {
			doubts[i][k] = see.Point(corner)
		}
	}
	return see.Overlay(img, r.sight, doubts...)
}
