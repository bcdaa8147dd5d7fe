package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonogram/internal/machine"
	"nonogram/internal/plural"
	"nonogram/lab/study"
)

// studyFlags are the flags of study.
type studyFlags struct {
	quick bool
	scale float64
	seed  uint64
	out   string
	data  string
	open  bool
}

func newStudy(a *app) *cobra.Command {
	f := &studyFlags{}
	cmd := newCommand("study")
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), a) }
	flags := cmd.Flags()
	flags.BoolVar(&f.quick, "quick", false, "fewer sizes and boards, shorter limits")
	flags.Float64Var(&f.scale, "scale", 1, "multiply the number of boards and the limits by `F`")
	flags.Uint64Var(&f.seed, "seed", defaultSeed, "seed `N` of the boards, and of what methods leave to chance")
	flags.StringVar(&f.out, "out", study.PageName, "write the page to `FILE`.html, or everything to a folder")
	flags.BoolVar(&f.open, "open", false, "show the page in the browser")
	flags.StringVar(&f.data, "data", "", "do not measure, take the data of `FILE`")
	for _, name := range []string{"quick", "scale", "seed"} {
		cmd.MarkFlagsMutuallyExclusive("data", name)
	}
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
	data, err := f.measured(ctx, a)
	if err != nil {
		return err
	}
	if data.Interrupted && len(data.Sizes) == 0 {
		fmt.Fprintln(a.err, "interrupted before there was anything to write")
		return exitUndecided
	}
	files, err := data.Files()
	if err != nil {
		return err
	}
	if err := target.write(files); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "wrote %s\n", target.page())
	if f.open {
		if err := showInBrowser(ctx, target.page()); err != nil {
			return fmt.Errorf("the page cannot be shown: %w", err)
		}
	}
	if data.Interrupted {
		fmt.Fprintln(a.err, "interrupted; the page says what is missing")
		return exitUndecided
	}
	return nil
}

// browsers are the commands that open a file in a browser, by system.
var browsers = map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}

// showInBrowser opens a file in the browser and does not wait.
func showInBrowser(ctx context.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	command, ok := browsers[runtime.GOOS]
	if !ok {
		command = []string{"xdg-open"}
	}
	return exec.CommandContext(context.WithoutCancel(ctx), command[0], append(command[1:], path)...).Start()
}

// measured returns the data of a file, or of a new study.
func (f *studyFlags) measured(ctx context.Context, a *app) (*study.Data, error) {
	if f.data != "" {
		content, err := os.ReadFile(f.data)
		if err != nil {
			return nil, err
		}
		data, err := study.Read(content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.data, err)
		}
		if len(data.Sizes) == 0 {
			return nil, fmt.Errorf("%s: found no measurements, expected the data.json of a study", f.data)
		}
		return data, nil
	}
	settings := study.Full()
	if f.quick {
		settings = study.Quick()
	}
	settings.Seed = f.seed
	if f.scale != 1 {
		settings = settings.Scaled(f.scale)
	}
	clock := machine.CPU()
	fmt.Fprintf(a.err, "the %s study takes about %s of %s\n", settings.Name, aboutHowLong(settings.Typical), clock.Name())
	bar := newProgressOf(a, "measuring", func(func() bool) int64 { return int64(settings.Runs()) })
	data, err := study.Measure(ctx, clock, settings, bar.step)
	bar.finish()
	if err != nil {
		return nil, err
	}
	data.Machine, data.Version, data.Clock = machine.This(), programVersion(), clock.Name()
	data.Date = time.Now().Format(time.DateOnly)
	return data, nil
}

// aboutHowLong rounds an estimated time.
func aboutHowLong(d time.Duration) string {
	switch {
	case d < time.Minute:
		return plural.Of(max(int(d.Seconds()+0.5), 1), "second")
	case d < 2*time.Minute:
		return plural.Sprintf("%d seconds", int(d.Seconds()+5)/10*10)
	}
	return plural.Of(int(d.Minutes()+0.5), "minute")
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
		return filepath.Join(t.path, study.PageName)
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
func (t studyTarget) write(files []study.File) error {
	for _, file := range files {
		path := t.path
		if t.folder {
			path = filepath.Join(t.path, filepath.FromSlash(file.Name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
		} else if file.Name != study.PageName {
			continue
		}
		err := writeFile(path, func(w io.Writer) error {
			_, err := w.Write(file.Content)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
