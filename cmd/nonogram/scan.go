package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nonogram/internal/operations"
	"nonogram/internal/operations/create"
	"nonogram/scan"
)

// scanFlags are the flags of scan.
type scanFlags struct {
	puzzleOut
	request create.ScanRequest
	debug   string
	json    bool
	quiet   bool
}

func newScan(a *app) *cobra.Command {
	f := &scanFlags{}
	cmd := newCommand("scan")
	cmd.Args = cobra.MinimumNArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.check(args); err != nil {
			return err
		}
		return f.run(cmd.Context(), a, args)
	}
	flags := cmd.Flags()
	flags.StringVar(&f.debug, "debug", "", "draw what was seen over the photograph to `FILE`.png")
	flags.BoolVar(&f.json, "json", false, "print a line of JSON for every photograph")
	flags.BoolVar(&f.quiet, "quiet", false, "do not draw")
	f.request.Readings = scan.DefaultReadings
	requestFlags(cmd, &f.request, "readings")
	f.puzzleOut.addFlags(cmd)
	return cmd
}

func (f *scanFlags) check(photos []string) error {
	switch {
	case f.debug != "" && len(photos) > 1:
		return usagef("--debug draws one photograph, found %d", len(photos))
	case f.debug != "" && !strings.EqualFold(filepath.Ext(f.debug), ".png"):
		return usagef("--debug %s: expected a name that ends in .png", f.debug)
	}
	return oneOnStdout(f.json, f.out)
}

func (f *scanFlags) run(ctx context.Context, a *app, photos []string) error {
	c, err := f.open(a, len(photos) > 1)
	if err != nil {
		return err
	}
	var status exitStatus
	lines := newJSONLines(a)
	for i, photo := range photos {
		name, answer, err := f.one(ctx, a, photo)
		it := item{file: name, label: name, only: len(photos) == 1}
		switch {
		case ctx.Err() != nil:
			return exitFailed
		case err != nil && f.json:
			status.add(exitFailed)
			err = lines.printError(it, name, err)
		case err != nil:
			status.add(exitFailed)
			printError(a, it, err)
			err = nil
		default:
			status.add(exitOf(answer.Status).orRead())
			it.puzzle = answer.Read
			it.id = strconv.Itoa(i + 1)
			it.puzzle.ID, answer.ID, answer.File = it.id, it.id, name
			c.add(it)
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

// orRead keeps only the status of unsolvable puzzles, which were misread.
func (s exitStatus) orRead() exitStatus {
	if s == exitUnsolvable {
		return s
	}
	return exitOK
}

// one reads a photograph and draws the overlay, even if reading failed.
func (f *scanFlags) one(ctx context.Context, a *app, photo string) (name string, answer *create.ScanResponse, err error) {
	name, data, err := readFile(a.in, photo)
	if err != nil {
		return name, nil, err
	}
	request := f.request
	request.File = data
	answer, err = create.Scan(ctx, a.service(), &request)
	var unread *create.ScanError
	var overlay func() *image.RGBA
	switch {
	case errors.As(err, &unread):
		overlay, err = unread.Overlay, errors.New(unread.Err.Message)
	case err != nil:
		err = errors.New(operations.AsError(err).Message)
	default:
		overlay = answer.Overlay
	}
	if f.debug != "" && overlay != nil {
		if drawn := writeFile(f.debug, func(w io.Writer) error { return png.Encode(w, overlay()) }); drawn != nil {
			return name, nil, drawn
		}
	}
	return name, answer, fileError(name, err)
}

// print shows the puzzle and its doubts, on standard error if the puzzle goes to standard
// output.
func (f *scanFlags) print(a *app, lines *jsonLines, name string, r *create.ScanResponse) error {
	if f.json {
		return lines.print(r)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %d × %d, %s, decided by %s, probability %.3f\n", printable(name), r.Read.Width(), r.Read.Height(), r.Status, r.Decided, r.Probability)
	for _, d := range r.Doubts {
		fmt.Fprintf(&b, "  %s %d, number %d: %s\n", d.Line, d.Index+1, d.Number+1, choices(&d))
	}
	if !f.quiet {
		if err := drawTo(a, &b, r.Read, nil, drawing(a, false)); err != nil {
			return err
		}
	}
	if f.out == stdoutName {
		_, err := a.err.Write(b.Bytes())
		return err
	}
	_, err := a.out.Write(b.Bytes())
	return err
}

// choices lists the chosen reading, then the alternatives.
func choices(d *create.ScanDoubt) string {
	say := func(c create.ScanChoice) string {
		if c.Value == 0 {
			return fmt.Sprintf("nothing (%.1f %%)", 100*c.Probability)
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
