package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"nonogram/cmd/internal/atomicfile"
	"nonogram/cmd/internal/study"
	"nonogram/internal/machine"
)

// study runs the report on the classic methods and writes its files to a folder.

// pageName is the name of the page among the files.
const pageName = "study.html"

// studyFlags are the flags of study.
type studyFlags struct {
	forceFlag
	Quick   bool     `flag:"fewer sizes and boards, shorter limits"`
	Scale   float64  `flag:"multiply the number of boards and the limits by <F>"`
	Seed    uint64   `flag:"seed <N> of the boards, and of what methods leave to chance"`
	From    string   `flag:"measure nothing, draw the page of a <FOLDER> of an earlier study again" file:"in"`
	Out     string   `flag:"write the page to <FILE>.html, or everything to a folder" file:"out"`
	Puzzles []string `flag:"measure the puzzles of <FILE> instead of random boards; may be repeated" file:"in"`
	Methods string   `flag:"methods for --puzzles: a <LIST> with commas" complete:"methods"`
}

func newStudy(a *app) *cobra.Command {
	f := &studyFlags{Scale: 1, Seed: defaultSeed, Out: pageName, Methods: defaultMethods}
	return newCommand("study", cobra.NoArgs, f, a.runE(f.run))
}

// maxScale bounds the duration of a study.
const maxScale = 1000

func (f *studyFlags) run(ctx context.Context, a *app) error {
	switch {
	case f.Out == "":
		return usagef("--out: found nothing, expected a file or a folder")
	case !(f.Scale > 0 && f.Scale <= maxScale):
		return usagef("--scale: found %v, expected more than 0 and at most %d", f.Scale, maxScale)
	}
	if !isPage(f.Out) {
		if err := f.folder(f.Out); err != nil {
			return err
		}
	}
	if err := atomicfile.Writable(f.page()); err != nil { // now rather than after half an hour
		return err
	}
	report, err := f.report(ctx, a)
	if err != nil {
		return err
	}
	files, err := report.Files()
	if err != nil {
		return err
	}
	if len(files) == 0 {
		fmt.Fprintln(a.err, "interrupted before there was anything to write")
		return exitUndecided
	}
	if err := f.write(a, files); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "wrote %s\n", oneLine(f.page()))
	if report.Interrupted() {
		fmt.Fprintln(a.err, "interrupted; the page says what is missing")
		return exitUndecided
	}
	return nil
}

// report reads an earlier study, or runs one.
func (f *studyFlags) report(ctx context.Context, a *app) (*study.Report, error) {
	if f.From == "" {
		return f.measured(ctx, a)
	}
	name := filepath.Join(f.From, "data.json")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	report, err := study.Load(data)
	if err != nil {
		return nil, fmt.Errorf("%s is not the data of a study: %w", name, err)
	}
	return report, nil
}

// measured runs the study.
func (f *studyFlags) measured(ctx context.Context, a *app) (*study.Report, error) {
	clock := machine.CPU()
	options := study.Options{
		Quick: f.Quick, Scale: f.Scale, Seed: f.Seed, Methods: f.Methods, Clock: clock,
		About: fmt.Sprintf("%s · nonogram %s · %s", machine.This(), programVersion(), time.Now().Format(time.DateOnly)),
	}
	if len(f.Puzzles) > 0 {
		for it := range (&inputs{files: f.Puzzles}).items(a) {
			if it.err != nil {
				return nil, it.err
			}
			p := *it.puzzle
			p.ID = it.label // ids may repeat across files
			options.Puzzles = append(options.Puzzles, &p)
		}
	} else {
		fmt.Fprintf(a.err, "the study takes about %v of %s\n", max(options.Typical().Round(time.Second), time.Second), clock.Name())
	}
	var total atomic.Int64
	bar := a.progress("measuring", func(func() bool) int64 { return total.Load() })
	options.Step = func(_, all int) {
		total.Store(int64(all))
		bar.Step()
	}
	report, err := study.Run(ctx, options)
	bar.Finish()
	return report, err
}

// isPage reports whether --out names the page alone and not a folder.
func isPage(out string) bool { return slices.Contains([]string{".html", ".htm"}, endingOf(out)) }

// page returns the name of the page.
func (f *studyFlags) page() string {
	if isPage(f.Out) {
		return f.Out
	}
	return filepath.Join(f.Out, pageName)
}

// write writes the page, or all files.
func (f *studyFlags) write(a *app, files map[string][]byte) error {
	if isPage(f.Out) {
		return a.writeTo(f.Out, writeBytes(files[pageName]))
	}
	for name, content := range files {
		path := filepath.Join(f.Out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		write := a.writeTo
		if !isThere(path) { // what an interrupted study knows, its page says
			write = writeFile
		}
		if err := write(path, writeBytes(content)); err != nil {
			return err
		}
	}
	return nil
}
