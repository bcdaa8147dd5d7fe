package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/format"
)

// The input of every command: files, or standard input, each with any number of
// puzzles, which are read and decoded one by one as the workers take them. What cannot be read takes its place in the sequence as an
// item with an error, and the rest goes on. What starts with @ is no file but
// puzzles of the pack (pack.go), which take the same way.

// stdinName stands for standard input in messages.
const stdinName = "<stdin>"

// item is one puzzle of the input, or the error in its place.
type item struct {
	id     string
	file   string
	label  string // what people are told: the id, the file or both
	only   bool   // there is no other item in the whole input
	puzzle *nonogram.Puzzle
	err    error

	fileIndex int
}

// inputs are the arguments that say what to read.
type inputs struct {
	files  []string
	format string
	// blank says that the pictures are not shown. Puzzles of the pack then
	// come without their titles, which would tell.
	blank bool
}

func (in *inputs) addFlags(cmd *cobra.Command) {
	cmd.ValidArgsFunction = completeInput
	cmd.Flags().StringVar(&in.format, "format", "", "read the files as `NAME` instead of recognising the format")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp))
}

func formatNames() []string {
	var names []string
	for _, f := range format.All() {
		names = append(names, f.Name)
	}
	return names
}

// check tells a misspelt format before anything is read.
func (in *inputs) check() error {
	if in.format == "" {
		return nil
	}
	if _, err := format.ByName(in.format); err != nil {
		return usageError{err}
	}
	return nil
}

// items reads everything, in order.
func (in *inputs) items(a *app) iter.Seq[item] {
	files := in.files
	if len(files) == 0 {
		files = []string{"-"}
	}
	return labelled(len(files) > 1, func(yield func(item) bool) {
		for i, file := range files {
			for it := range in.fileItems(a.in, file) {
				it.fileIndex = i
				if !yield(it) {
					return
				}
			}
		}
	})
}

// fileOf is the file of an item where there are several, to say which.
func (in *inputs) fileOf(it item) string {
	if len(in.files) > 1 {
		return it.file
	}
	return ""
}

// fileItems yields the puzzles of one file.
func (in *inputs) fileItems(stdin io.Reader, file string) iter.Seq[item] {
	return func(yield func(item) bool) {
		name, r, err := openFile(stdin, file)
		if err != nil {
			yield(item{file: name, err: fileError(name, err)})
			return
		}
		defer r.Close()
		formatName := in.format
		if isPack(file) {
			formatName = packFormat
		}
		for p, err := range format.Read(r, name, formatName) {
			it := item{file: name, puzzle: p, err: err}
			var where *format.Error
			switch {
			case err == nil:
				it.id = p.ID
				if in.blank && isPack(file) {
					p.Title = packMark + p.ID
				}
			case errors.As(err, &where):
				it.id = where.Puzzle
			default:
				it.err = fileError(name, err)
			}
			if !yield(it) {
				return
			}
		}
	}
}

// count is the number of items, for a progress bar: it decodes all files once
// more, which costs microseconds a puzzle. It is 0 when the input can be read
// only once or stop says that nobody waits for the number any more.
func (in *inputs) count(stop func() bool) int64 {
	if len(in.files) == 0 || slices.Contains(in.files, "-") {
		return 0
	}
	var n int64
	for _, file := range in.files {
		for range in.fileItems(nil, file) {
			if stop() {
				return 0
			}
			n++
		}
	}
	return n
}

// openFile opens a file, standard input for "-", or puzzles of the pack.
func openFile(stdin io.Reader, file string) (name string, r io.ReadCloser, err error) {
	if file == "-" {
		return stdinName, io.NopCloser(stdin), nil
	}
	if word, ok := strings.CutPrefix(file, packMark); ok {
		data, err := packFile(word)
		return file, io.NopCloser(bytes.NewReader(data)), err
	}
	f, err := os.Open(file)
	return file, f, err
}

// readFile reads all of a file, up to the size that package format accepts.
func readFile(stdin io.Reader, file string) (name string, data []byte, err error) {
	name, r, err := openFile(stdin, file)
	if err != nil {
		return name, nil, fileError(name, err)
	}
	defer r.Close()
	data, err = format.ReadAll(r, name)
	return name, data, fileError(name, err)
}

// fileError gives errors of the file system the same shape as errors in files.
func fileError(name string, err error) error {
	if err == nil {
		return nil
	}
	var placed *format.Error
	var path *fs.PathError
	switch {
	case errors.As(err, &placed):
		return err
	case errors.As(err, &path):
		err = path.Err
	}
	return &format.Error{File: name, Message: err.Error()}
}

// labelled looks one item ahead, to know which items are alone.
func labelled(manyFiles bool, items iter.Seq[item]) iter.Seq[item] {
	return func(yield func(item) bool) {
		before, n := -1, 0
		var held item
		pass := func(next int) bool {
			held.only = n == 1 && next < 0
			held.label = held.id
			switch alone := before != held.fileIndex && next != held.fileIndex; {
			case manyFiles && (alone || held.id == ""):
				held.label = held.file
			case manyFiles:
				held.label = held.file + ":" + held.id
			}
			held.label = printable(held.label)
			before = held.fileIndex
			return yield(held)
		}
		for it := range items {
			if n > 0 && !pass(it.fileIndex) {
				return
			}
			held = it
			n++
		}
		if n > 0 {
			pass(-1)
		}
	}
}
