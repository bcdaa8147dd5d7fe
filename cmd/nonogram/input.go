package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/operations/files"
	"nonogram/internal/operations/record"
)

// The input of every command: files, or standard input, each with any number of
// puzzles, which are read and decoded one by one as the workers take them; and folders
// and archives of them, of which files in no known format are passed over and told. What cannot be read takes its place in the sequence as an
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
	// most is how many items to read; 0 is all of them.
	most int
	// skipped is told of files of folders and archives that hold no puzzles; nil is
	// nobody.
	skipped func(name, why string)
}

func (in *inputs) addFlags(cmd *cobra.Command) {
	cmd.ValidArgsFunction = completeInput
	cmd.Flags().StringVar(&in.format, "format", "", "read the files as `NAME` instead of recognising the format")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp))
}

// formatNames is asked for by every command that reads puzzles, whichever one runs.
var formatNames = sync.OnceValue(func() (names []string) {
	for _, f := range format.All() {
		names = append(names, f.Name)
	}
	return names
})

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
	in.skipped = func(name, why string) {
		_ = a.out.Flush()
		fmt.Fprintf(a.err, "%s: skipped: %s\n", printable(name), printable(why))
	}
	return labelled(in.several(), func(yield func(item) bool) {
		index, before, n := -1, "", 0
		for i, file := range files {
			for it := range in.fileItems(a.in, file) {
				if key := fmt.Sprint(i, it.file); key != before {
					index, before = index+1, key
				}
				it.fileIndex = index
				if n++; !yield(it) || n == in.most {
					return
				}
			}
		}
	})
}

// several reports whether there may be more than one file.
func (in *inputs) several() bool {
	if len(in.files) != 1 {
		return len(in.files) > 1
	}
	return isFolder(in.files[0]) || isArchive(in.files[0])
}

// archiveHead is how much of a file tells whether it is an archive.
const archiveHead = 512

// isArchive looks at the first bytes of a file.
func isArchive(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, archiveHead)
	n, _ := io.ReadFull(f, head) // less is no archive
	return format.IsArchive(head[:n])
}

// fileOf is the file of an item where there are several, to say which.
func (in *inputs) fileOf(it item) string {
	if in.several() {
		return it.file
	}
	return ""
}

// originOf is what an answer says of where an item is from.
func (in *inputs) originOf(it item) record.Origin {
	return record.Origin{File: in.fileOf(it), ReadAs: it.puzzle.ReadAs}
}

// fileItems yields the puzzles of one file, or of all files of a folder. There is always
// something, if only the error that there is nothing.
func (in *inputs) fileItems(stdin io.Reader, file string) iter.Seq[item] {
	items := in.readItems(stdin, file, false)
	if file != "-" && !isPack(file) && isFolder(file) {
		items = in.folderItems(file)
	}
	return func(yield func(item) bool) {
		found := false
		for it := range items {
			if found = true; !yield(it) {
				return
			}
		}
		if !found {
			yield(item{file: file, err: fileError(file, errors.New("no puzzle found in it"))})
		}
	}
}

// readItems yields the puzzles of a file, or of the files of an archive. A loose one,
// which nobody has named, may hold something else; so may all of an archive.
func (in *inputs) readItems(stdin io.Reader, file string, loose bool) iter.Seq[item] {
	return func(yield func(item) bool) {
		name, r, err := openFile(stdin, file)
		if err != nil {
			yield(item{file: name, err: fileError(name, err)})
			return
		}
		defer r.Close()
		head := bufio.NewReader(r)
		if start, _ := head.Peek(archiveHead); !format.IsArchive(start) {
			in.memberItems(head, name, file, loose)(yield)
			return
		}
		data, err := format.ReadAll(head, name)
		if err != nil {
			yield(item{file: name, err: fileError(name, err)})
			return
		}
		for m, err := range format.Members(data, name) {
			if err != nil {
				if !yield(item{file: m.Name, err: err}) {
					return
				}
				continue
			}
			for it := range in.memberItems(bytes.NewReader(m.Data), m.Name, file, true) {
				if !yield(it) {
					return
				}
			}
		}
	}
}

// folderItems yields the puzzles of the files in a folder and the folders in it, by
// name. Hidden files are left out, and links are not followed.
func (in *inputs) folderItems(folder string) iter.Seq[item] {
	return func(yield func(item) bool) {
		stopped := false
		walk := func(path string, d fs.DirEntry, err error) error {
			hidden := path != folder && strings.HasPrefix(d.Name(), ".")
			switch {
			case err != nil:
				stopped = !yield(item{file: path, err: fileError(path, err)})
			case d.IsDir() && hidden:
				return fs.SkipDir
			case d.IsDir() || hidden:
			case !d.Type().IsRegular():
				in.skip(path, "it is no file")
			default:
				for it := range in.readItems(nil, path, true) {
					if stopped = !yield(it); stopped {
						break
					}
				}
			}
			if stopped {
				return fs.SkipAll
			}
			return nil
		}
		if err := filepath.WalkDir(folder, walk); err != nil && !stopped {
			yield(item{file: folder, err: fileError(folder, err)})
		}
	}
}

func (in *inputs) skip(name, why string) {
	if in.skipped != nil {
		in.skipped(name, why)
	}
}

// memberItems yields the puzzles of a file that is open, of the name that it has for
// people.
func (in *inputs) memberItems(r io.Reader, name, file string, loose bool) iter.Seq[item] {
	return func(yield func(item) bool) {
		formatName := in.format
		if isPack(file) {
			formatName = packFormat
		}
		for p, err := range (format.Decoder{Solvable: files.Solvable}).Read(r, name, formatName) {
			it := item{file: name, puzzle: p, err: err}
			if loose && (errors.Is(err, format.ErrUnknownFormat) || errors.Is(err, format.ErrEmpty)) {
				_, why, _ := record.Place(err)
				why, _, _ = strings.Cut(why, ";")
				in.skip(name, why)
				return
			}
			var where *format.Error
			switch {
			case err == nil:
				it.id = p.ID
				if in.blank && isPack(file) {
					p.Title = packMark + p.ID
				}
			case errors.As(err, &where):
				it.id, it.err = where.Puzzle, flagged(where)
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
			if n++; n == int64(in.most) {
				return n
			}
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

// flagged adds to an error about several readings what chooses one here.
func flagged(err *format.Error) error {
	if len(err.Formats()) == 0 {
		return err
	}
	here := *err
	here.Message += ", with --format"
	return &here
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
