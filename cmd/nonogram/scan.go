package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
)

// scan reads puzzles from photographs, one photograph at a time.

// scanFlags are the flags of scan.
type scanFlags struct {
	puzzleOut
	forceFlag
	request create.ScanRequest
	Debug   string `flag:"write a picture of each stage to the folder <DIR>, or of the last one to a FILE.png" file:"out"`
	JSON    bool   `flag:"print a line of JSON for every photograph"`
	Quiet   bool   `flag:"do not draw"`
}

func newScan(a *app) *cobra.Command {
	f := &scanFlags{}
	cmd := newCommand("scan", cobra.MinimumNArgs(1), f, func(cmd *cobra.Command, args []string) error {
		if err := f.check(args); err != nil {
			return err
		}
		return f.run(cmd.Context(), a, args)
	})
	requestFlags(cmd, &f.request, "readings")
	return cmd
}

func (f *scanFlags) check(photos []string) error {
	if f.Debug != "" && len(photos) > 1 {
		return usagef("--debug draws one photograph, found %d", len(photos))
	}
	if f.Debug != "" && !f.lastStage() {
		return f.folder(f.Debug)
	}
	return nil
}

// lastStage reports whether --debug names a file for the picture of the last stage.
func (f *scanFlags) lastStage() bool { return strings.EqualFold(filepath.Ext(f.Debug), ".png") }

// scanMemory is near what a photograph of 4 megapixels needs. Collections are cheap where memory is
// pixels.
const scanMemory = 108 << 20

func (f *scanFlags) run(ctx context.Context, a *app, photos []string) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(scanMemory)
	}
	c, err := f.open(a, len(photos) > 1)
	if err != nil {
		return err
	}
	var status exitStatus
	lines := newJSONLines(a)
	for i, photo := range photos {
		if ctx.Err() != nil {
			break
		}
		name, answer, err := f.one(ctx, a, photo)
		it := item{file: name, label: name, only: len(photos) == 1}
		switch {
		case ctx.Err() != nil:
			status.add(exitUndecided)
			err = nil
		case err != nil && f.JSON:
			status.add(exitFailed)
			c.fail()
			err = lines.printError(it, name, err)
		case err != nil:
			status.add(exitFailed)
			c.fail()
			printError(a, it, err)
			err = nil
		default:
			if answer.Status == nonogram.Unsolvable { // a misreading
				status.add(exitUnsolvable)
			}
			for k, each := range append([]*create.ScanReading{&answer.ScanReading}, answer.Others...) {
				each.ID, each.File = strconv.Itoa(i+1), name
				if k > 0 {
					each.ID = fmt.Sprintf("%d.%d", i+1, k+1)
				}
				one := it
				one.id, one.puzzle = each.ID, each.Read
				one.puzzle.ID = each.ID
				c.add(one)
			}
			err = f.print(a, lines, name, answer)
		}
		if err != nil {
			return err
		}
	}
	if err := c.finish(); err != nil {
		return err
	}
	return status.err()
}

// one reads a photograph. With --debug it writes pictures of the stages, even if reading fails.
func (f *scanFlags) one(ctx context.Context, a *app, photo string) (name string, answer *create.ScanAnswer, err error) {
	name, data, err := a.readFile(photo)
	if err != nil {
		return name, nil, err
	}
	request := f.request
	request.File = data
	var drawn error
	if f.Debug != "" {
		request.Stage = f.stages(a, &drawn)
	}
	if answer, err = create.Scan(ctx, a.service(), &request); err != nil {
		err = errors.New(operations.AsError(err).Message)
	}
	if drawn != nil {
		return name, nil, drawn
	}
	return name, answer, fileError(name, err)
}

// stages writes the picture of each stage to the folder of --debug, or only the last to a file.
// Stages that are repeated have their number in the name.
func (f *scanFlags) stages(a *app, failed *error) func(string, func() image.Image) {
	folder := !f.lastStage()
	seen := map[string]int{}
	return func(stage string, picture func() image.Image) {
		name := f.Debug
		if folder {
			seen[stage]++
			if seen[stage] > 1 {
				stage += fmt.Sprintf("-%d", seen[stage])
			}
			name = filepath.Join(f.Debug, stage+".png")
		}
		if *failed == nil && (folder || stage == "6-proof") {
			*failed = a.writeTo(name, func(w io.Writer) error { return png.Encode(w, picture()) })
		}
	}
}

// print shows the puzzles and its doubts, on standard error if the puzzle goes to standard
// output.
func (f *scanFlags) print(a *app, lines *jsonLines, name string, r *create.ScanAnswer) error {
	if f.JSON {
		return lines.print(r)
	}
	for _, each := range append([]*create.ScanReading{&r.ScanReading}, r.Others...) {
		if err := f.printOne(a, f.texts(a), name, each); err != nil {
			return err
		}
	}
	return nil
}

// printOne shows one puzzle. A reading without a solution is not a verdict on the puzzle.
func (f *scanFlags) printOne(a *app, b io.Writer, name string, r *create.ScanReading) error {
	status := r.Status.String()
	if r.Status == nonogram.Unsolvable {
		status = "probably misread"
	}
	fmt.Fprintf(b, "%s: %d × %d, %s, decided by %s, probability %.3f\n", oneLine(name), r.Read.Width(), r.Read.Height(), status, r.Decided, r.Probability)
	if r.Retried != "" {
		fmt.Fprintf(b, "  read as %s\n", r.Retried)
	}
	for _, l := range r.Conflicts {
		fmt.Fprintf(b, "  probably misread: %s %d\n", l.Line, l.Index+1)
	}
	for _, d := range r.Doubts {
		fmt.Fprintf(b, "  %s %d, number %d: %s\n", d.Line, d.Index+1, d.Number+1, choices(&d, r.Read.Palette))
	}
	if f.Quiet {
		return nil
	}
	return drawTo(a, b, r.Read, nil, drawing(a, false))
}

// choices lists the chosen reading, then the alternatives, in a color puzzle with their inks.
func choices(d *create.ScanDoubt, palette nonogram.Palette) string {
	say := func(c create.ScanChoice) string {
		if c.Value == 0 {
			return fmt.Sprintf("nothing (%.1f %%)", 100*c.Probability)
		}
		if len(palette) > 2 && c.Color < len(palette) {
			return fmt.Sprintf("%d in %s (%.1f %%)", c.Value, palette[c.Color].Name, 100*c.Probability)
		}
		return fmt.Sprintf("%d (%.1f %%)", c.Value, 100*c.Probability)
	}
	var others []string
	for i, c := range d.Choices {
		if i != d.Chosen {
			others = append(others, say(c))
		}
	}
	return strings.Join(append([]string{say(d.Choices[d.Chosen])}, others...), ", or ")
}
