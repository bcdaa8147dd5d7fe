package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/bench"
	"nonogram/internal/machine"
	"nonogram/lab/study"
)

// pageName is the name of the page among the files.
const pageName = "study.html"

// studyFlags are the flags of study.
type studyFlags struct {
	quick bool
	scale float64
	seed  uint64
	out   string
	// files and methods are for a study of given puzzles.
	inputs
	methods string
}

func newStudy(a *app) *cobra.Command {
	f := &studyFlags{}
	cmd := newCommand("study", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), a) })
	flags := cmd.Flags()
	flags.BoolVar(&f.quick, "quick", false, "fewer sizes and boards, shorter limits")
	flags.Float64Var(&f.scale, "scale", 1, "multiply the number of boards and the limits by `F`")
	flags.Uint64Var(&f.seed, "seed", defaultSeed, "seed `N` of the boards, and of what methods leave to chance")
	flags.StringVar(&f.out, "out", pageName, "write the page to `FILE`.html, or everything to a folder")
	flags.StringArrayVar(&f.files, "puzzles", nil, "measure the puzzles of `FILE` instead of random boards; may be repeated")
	flags.StringVar(&f.methods, "methods", defaultMethods, "methods for --puzzles: a `LIST` with commas")
	completeFlag(cmd, "methods", bench.Spellings()...)
	return cmd
}

// maxScale bounds the duration of a study.
const maxScale = 1000

func (f *studyFlags) run(ctx context.Context, a *app) error {
	switch {
	case f.out == "":
		return usagef("--out: found nothing, expected a file or a folder")
	case !(f.scale > 0 && f.scale <= maxScale):
		return usagef("--scale: found %v, expected more than 0 and at most %d", f.scale, maxScale)
	}
	target := newStudyTarget(f.out)
	if err := target.prepare(); err != nil { // now rather than after half an hour
		return err
	}
	report, err := f.measured(ctx, a)
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
	if err := target.write(files); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "wrote %s\n", target.page())
	if report.Interrupted() {
		fmt.Fprintln(a.err, "interrupted; the page says what is missing")
		return exitUndecided
	}
	return nil
}

// measured runs the study.
func (f *studyFlags) measured(ctx context.Context, a *app) (*study.Report, error) {
	clock := machine.CPU()
	options := study.Options{
		Quick: f.quick, Scale: f.scale, Seed: f.seed, Methods: f.methods, Clock: clock,
		About: fmt.Sprintf("%s · nonogram %s · %s", machine.This(), programVersion(), time.Now().Format(time.DateOnly)),
	}
	if len(f.files) > 0 {
		for it := range f.items(a) {
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
	bar := newProgressOf(a, "measuring", func(func() bool) int64 { return total.Load() })
	options.Step = func(_, all int) {
		total.Store(int64(all))
		bar.step()
	}
	report, err := study.Run(ctx, options)
	bar.finish()
	return report, err
}

// studyTarget is the output of the study: a file or a folder.
type studyTarget struct {
	path   string
	folder bool
}

func newStudyTarget(out string) studyTarget {
	ext := strings.ToLower(filepath.Ext(out))
	return studyTarget{out, ext != ".html" && ext != ".htm"}
}

// page returns the name of the page.
func (t studyTarget) page() string {
	if t.folder {
		return filepath.Join(t.path, pageName)
	}
	return t.path
}

// prepare checks that the page can be written, and creates the folder.
func (t studyTarget) prepare() error {
	if t.folder {
		if err := os.MkdirAll(t.path, 0o755); err != nil {
			return err
		}
	}
	return writable(t.page())
}

// write writes the page, or all files.
func (t studyTarget) write(files map[string][]byte) error {
	for name, content := range files {
		path := t.path
		if t.folder {
			path = filepath.Join(t.path, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
		} else if name != pageName {
			continue
		}
		err := writeFile(path, func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
