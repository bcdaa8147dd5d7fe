package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/object"
	"nonogram/internal/operations/create"
	imagefile "nonogram/internal/picture"
	"nonogram/internal/plural"
	"nonogram/render"
)

// imageFlags are the flags of generate image.
type imageFlags struct {
	aimFlags
	puzzleOut
	size, crop, palette string
	picture             create.GenerateRequest
	o                   generate.ImageOptions // for the library
	aim                 *create.RepairRequest
	title               string
	repairing           bool
	candidates          int
	candidate           int
	diff                string
	quiet, force        bool
}

func newGenerateImage(a *app) *cobra.Command {
	f := &imageFlags{}
	cmd := newCommand("generate_image")
	cmd.Args = cobra.ExactArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.read(cmd); err != nil {
			return err
		}
		return f.run(cmd.Context(), a, args[0])
	}
	flags, r := cmd.Flags(), &f.picture
	r.Local = 0.5
	requestFlags(cmd, r, "trim", "fit", "mode", "bias", "local", "invert", "thin")
	flags.StringVar(&f.size, "size", "25", "`N` cells on the longer side, or WIDTHxHEIGHT")
	flags.StringVar(&f.crop, "crop", "", "use only the part `WxH+X+Y` of the image, in pixels")
	positiveVar(flags, &r.Colors, "colors", 3, "look for `N` inks, up to 16; implies --mode color")
	flags.StringVar(&f.palette, "palette", "", "use the `COLORS` #rrggbb,#rrggbb,…, the background first; implies --mode color")
	flags.IntVar(&r.Specks, "clean", 0, "remove specks and holes of up to `N` cells")
	flags.StringVar(&f.title, "title", "", "give the puzzle the title `TEXT` (default: the file's name)")
	flags.BoolVar(&f.repairing, "repair", true, "change cells until there is one solution")
	positiveVar(flags, &f.candidates, "candidates", 0, "draw `N` different pictures to --out, to choose from")
	positiveVar(flags, &f.candidate, "candidate", 0, "make the puzzle of candidate `K`")
	flags.StringVar(&f.diff, "diff", "", "draw the picture before and after the repair to `FILE`, .svg or .png")
	flags.BoolVar(&f.quiet, "quiet", false, "do not draw")
	flags.BoolVar(&f.force, "force", false, "write the puzzle even if it is not as wanted")
	f.aimFlags.addFlags(cmd)
	f.puzzleOut.addFlags(cmd)
	return cmd
}

// read turns the flags into requests, as far as they do not depend on the image.
func (f *imageFlags) read(cmd *cobra.Command) (err error) {
	r := &f.picture
	for _, color := range strings.FieldsFunc(f.palette, func(c rune) bool { return c == ',' }) {
		r.Palette = append(r.Palette, object.Swatch{Color: "#" + strings.TrimPrefix(strings.TrimSpace(color), "#")})
	}
	if r.Crop, err = parseCrop(f.crop); err != nil {
		return err
	}
	if !cmd.Flags().Changed("mode") && (cmd.Flags().Changed("colors") || f.palette != "") {
		r.Mode = string(generate.Colored)
	}
	r.Seed = f.Seed
	if f.o, err = create.OpenImage(r); err != nil {
		return badFlag(err)
	}
	if f.aim, err = f.request(); err != nil {
		return err
	}
	variants := len(create.Variants(f.o))
	switch {
	case f.candidates > variants:
		return usagef("--candidates: found %d, expected 1 to %d", f.candidates, variants)
	case f.candidate > variants:
		return usagef("--candidate: found %d, expected 1 to %d", f.candidate, variants)
	case f.candidates > 0 && f.candidate > 0:
		return usagef("--candidates draws all, --candidate takes one: expected one of them")
	case f.candidates > 0 && f.out == "":
		return usagef("--candidates needs --out FILE.png or FILE.svg")
	case f.candidates > 0:
		return checkSheet("out", f.out)
	}
	return checkSheet("diff", f.diff)
}

// parseCrop reads a rectangle as WxH+X+Y; "" is the whole image.
func parseCrop(text string) (*create.Rectangle, error) {
	if text == "" {
		return nil, nil
	}
	var r create.Rectangle
	n, err := fmt.Sscanf(text, "%dx%d+%d+%d", &r.Width, &r.Height, &r.X, &r.Y)
	if err != nil || n != 4 || r.Width < 1 || r.Height < 1 || r.X < 0 || r.Y < 0 || fmt.Sprintf("%dx%d+%d+%d", r.Width, r.Height, r.X, r.Y) != text {
		return nil, usagef("--crop: found %q, expected WxH+X+Y, as 200x100+10+20", text)
	}
	return &r, nil
}

// sides sets the size of the puzzle: both numbers of --size, or one for the longer side of
// the image.
func (f *imageFlags) sides(img image.Rectangle) error {
	width, height, err := parseSize(f.size)
	if err != nil {
		return err
	}
	part := img
	if !f.o.Crop.Empty() {
		part = f.o.Crop
	}
	f.o.Width, f.o.Height = width, height
	if _, err := strconv.Atoi(f.size); err == nil {
		if part.Dx() >= part.Dy() {
			f.o.Height = 0
		} else {
			f.o.Width = 0
		}
	}
	return nil
}

func (f *imageFlags) run(ctx context.Context, a *app, file string) error {
	name, data, err := readFile(a.in, file)
	if err != nil {
		return err
	}
	img, err := imagefile.Decode(data)
	if err != nil {
		return fileError(name, err)
	}
	if f.picture.Trim {
		f.o.Crop = generate.Trim(img, f.o.Crop)
	}
	if err := f.sides(img.Bounds()); err != nil {
		return err
	}
	if f.title == "" && file != "-" {
		f.title = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	if f.candidates > 0 {
		return f.drawCandidates(ctx, a, img)
	}
	if f.candidate > 0 {
		f.o = create.Variants(f.o)[f.candidate-1].Options
	}
	return f.makeOne(ctx, a, img, name)
}

// sketch returns the image as a puzzle, with its repair if requested.
func (f *imageFlags) sketch(ctx context.Context, a *app, img image.Image, o generate.ImageOptions) (*nonogram.Puzzle, *create.RepairResponse, error) {
	p, doubt, err := generate.FromImage(img, o)
	if err != nil {
		return nil, nil, badFlag(err)
	}
	p.Title = f.title
	if !f.repairing {
		return p, nil, nil
	}
	request := *f.aim
	request.Doubt = doubt
	repair, err := create.OpenRepair(a.service(), &request)
	if err != nil {
		return nil, nil, badFlag(err)
	}
	m, err := repair(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	return m.Repaired.Puzzle, m, nil
}

func (f *imageFlags) makeOne(ctx context.Context, a *app, img image.Image, name string) error {
	bar := newProgressOf(a, "repairing", func(func() bool) int64 { return 0 })
	p, m, err := f.sketch(ctx, a, img, f.o)
	bar.finish()
	if err != nil {
		return err
	}
	if err := f.print(a, p, m); err != nil {
		return err
	}
	if f.diff != "" && m != nil {
		if err := writeSheet(f.diff, beforeAfter(m)); err != nil {
			return err
		}
	}
	if blank(p) && !f.force {
		return fmt.Errorf("%s: the picture came out blank, so nothing is written; another --mode or --bias may help, or --invert", printable(name))
	}
	reached := m == nil || m.Reached
	if reached || f.force {
		c, err := f.open(a, false)
		if err != nil {
			return err
		}
		c.add(madeItem(name, p, true))
		if err := c.finish(); err != nil {
			return err
		}
	}
	if !reached {
		return exitUndecided
	}
	return nil
}

// print draws the picture and describes the repair, on standard error if the puzzle goes to
// standard output.
func (f *imageFlags) print(a *app, p *nonogram.Puzzle, m *create.RepairResponse) (err error) {
	var b bytes.Buffer
	if !f.quiet {
		title(&b, p)
	}
	switch {
	case m != nil:
		err = writeRepair(a, &b, m, f.quiet)
	case !f.quiet:
		err = drawTo(a, &b, p, p.Goal, drawing(a, false))
	}
	if err != nil {
		return err
	}
	if f.out == stdoutName {
		_, err = a.err.Write(b.Bytes())
		return err
	}
	_, err = a.out.Write(b.Bytes())
	return err
}

// blank reports whether all cells are equal.
func blank(p *nonogram.Puzzle) bool {
	return !slices.ContainsFunc(p.Goal.Cells, func(c nonogram.Color) bool { return c != p.Goal.Cells[0] })
}

// drawCandidates draws the contact sheet.
func (f *imageFlags) drawCandidates(ctx context.Context, a *app, img image.Image) error {
	var drawings []*render.Drawing
	bar := newProgressOf(a, "drawing", func(func() bool) int64 { return int64(f.candidates) })
	defer bar.finish()
	for i, v := range create.Variants(f.o)[:f.candidates] {
		if ctx.Err() != nil {
			return exitUndecided
		}
		p, m, err := f.sketch(ctx, a, img, v.Options)
		if err != nil {
			return err
		}
		caption := fmt.Sprintf("%d: %s", i+1, v.Name)
		if m != nil {
			caption += fmt.Sprintf(", %s, %d changed", stateBrief(&m.After), len(m.Changes))
		}
		drawings = append(drawings, &render.Drawing{
			Puzzle: p, Grid: p.Goal, Title: caption, Style: render.Style{NoClues: true, Cell: sheetCell},
		})
		bar.step()
	}
	if err := writeSheet(f.out, drawings); err != nil {
		return err
	}
	fmt.Fprintf(a.err, "%s: %s; --candidate N makes the puzzle of one\n", f.out, plural.Of(f.candidates, "candidate"))
	return nil
}

// sheetCell is the side of a cell on a contact sheet, in pixels.
const sheetCell = 14
