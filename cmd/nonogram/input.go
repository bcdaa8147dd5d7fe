package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/archive"
	"nonogram/cmd/internal/operations/files"
	"nonogram/cmd/internal/operations/record"
	"nonogram/format"
	"nonogram/internal/plural"
	"nonogram/puzzles"
)

// Every command reads files or standard input, each with any number of puzzles, and folders
// and archives of files, in which unknown formats are skipped and reported. Puzzles are
// decoded one by one as workers take them. An unreadable puzzle becomes an item with an
// error, and reading continues. Arguments that start with @ are puzzles of the pack.

// stdinName is the name of standard input in messages.
const stdinName = "<stdin>"

// item is a puzzle of the input, or an error in its place.
type item struct {
	id     string
	file   string
	label  string // for messages: the id, the file or both
	only   bool   // there is no other item in the input
	puzzle *nonogram.Puzzle
	err    error

	fileIndex int
}

// inputs are the arguments for reading puzzles.
type inputs struct {
	files  []string
	Format string `flag:"read the files as <NAME> instead of recognizing the format" complete:"formats"`
	// blank means that pictures are not shown, so puzzles of the pack get no titles, which
	// would reveal them.
	blank bool
	// most is the number of items to read; 0 means all.
	most int
	// skipped, if not nil, is called for files of folders and archives that hold no puzzles.
	skipped func(name, why string)

	ahead   *source // the only file, open
	archive bool    // it is an archive
}

// runE returns the RunE of a command whose arguments are files.
func (in *inputs) runE(a *app, run func(ctx context.Context, a *app) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		in.files = args
		return run(cmd.Context(), a)
	}
}

// formatNames lists the formats.
var formatNames = sync.OnceValue(func() (names []string) {
	for _, f := range format.All() {
		names = append(names, f.Name)
	}
	return names
})

// check rejects unknown formats before anything is read.
func (in *inputs) check() error {
	if in.Format == "" {
		return nil
	}
	if _, err := format.ByName(in.Format); err != nil {
		return usageError{err}
	}
	return nil
}

// items yields all items in order.
func (in *inputs) items(a *app) iter.Seq[item] {
	files := in.files
	if len(files) == 0 {
		files = []string{"-"}
	}
	skipped := 0
	in.skipped = func(name, why string) {
		skipped++
		_ = a.out.Flush()
		fmt.Fprintf(a.reports(), "%s: skipped: %s\n", oneLine(name), printable(why))
	}
	in.lookAhead(a, files)
	return labeled(in.several(), func(yield func(item) bool) {
		index, before, n := -1, "", 0
		for i, file := range files {
			for it := range in.fileItems(a, file) {
				if key := fmt.Sprint(i, it.file); key != before {
					index, before = index+1, key
				}
				it.fileIndex = index
				if n++; !yield(it) || n == in.most {
					return
				}
			}
		}
		if skipped > 1 {
			fmt.Fprintf(a.err, "skipped %s without a puzzle\n", plural.Of(skipped, "file", "files"))
		}
	})
}

// lookAhead opens the only file, if there is no other, to find out whether it is an archive. A
// pipe can be read only once, so the file stays open until its items are read.
func (in *inputs) lookAhead(a *app, files []string) {
	if len(files) != 1 || isFolder(files[0]) {
		return
	}
	if s, err := a.open(files[0]); err == nil {
		in.ahead, in.archive = s, s.archived()
	}
}

// several reports whether there may be more than one file.
func (in *inputs) several() bool {
	return len(in.files) > 1 || in.archive || len(in.files) == 1 && isFolder(in.files[0])
}

// fileOf returns the file of an item if there are several, otherwise "".
func (in *inputs) fileOf(it item) string {
	if in.several() {
		return it.file
	}
	return ""
}

// originOf returns the origin of an item for its answer.
func (in *inputs) originOf(it item) record.Origin {
	return record.Origin{File: in.fileOf(it), ReadAs: it.puzzle.ReadAs}
}

// fileItems yields the puzzles of a file, or of all files of a folder, and at least an
// error.
func (in *inputs) fileItems(a *app, file string) iter.Seq[item] {
	items := in.readItems(a, file, false)
	if file != "-" && !isPack(file) && isFolder(file) {
		items = in.folderItems(a, file)
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

// readItems yields the puzzles of a file, or of the files of an archive. A loose file,
// which was not named by the user, may hold something else, and so may members of archives.
func (in *inputs) readItems(a *app, file string, loose bool) iter.Seq[item] {
	return func(yield func(item) bool) {
		s, err := in.ahead, error(nil)
		if in.ahead = nil; s == nil {
			s, err = a.open(file)
		}
		name := s.name
		if err != nil {
			yield(item{file: name, err: fileError(name, err)})
			return
		}
		defer s.Close()
		if !s.archived() {
			in.memberItems(s, name, file, loose)(yield)
			return
		}
		data, err := archive.ReadAll(s, name)
		if err != nil {
			yield(item{file: name, err: fileError(name, err)})
			return
		}
		for m, err := range archive.Members(data, name) {
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

// folderItems yields the puzzles of the files below a folder, sorted by name, without
// hidden files and links.
func (in *inputs) folderItems(a *app, folder string) iter.Seq[item] {
	return func(yield func(item) bool) {
		stopped := false
		root := folder + string(filepath.Separator) // follows a link
		walk := func(path string, d fs.DirEntry, err error) error {
			hidden := path != root && strings.HasPrefix(d.Name(), ".")
			switch {
			case err != nil:
				stopped = !yield(item{file: path, err: fileError(path, err)})
			case d.IsDir() && hidden:
				return fs.SkipDir
			case d.IsDir() || hidden:
			case !d.Type().IsRegular():
				in.skip(path, "it is not a file")
			default:
				for it := range in.readItems(a, path, true) {
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
		if err := filepath.WalkDir(root, walk); err != nil && !stopped {
			yield(item{file: folder, err: fileError(folder, err)})
		}
	}
}

func (in *inputs) skip(name, why string) {
	if in.skipped != nil {
		in.skipped(name, why)
	}
}

// memberItems yields the puzzles of an open file.
func (in *inputs) memberItems(r io.Reader, name, file string, loose bool) iter.Seq[item] {
	return func(yield func(item) bool) {
		formatName := in.Format
		if isPack(file) {
			formatName = packFormat
		}
		for p, err := range (format.Decoder{Solvable: files.Solvable}).Read(r, name, formatName) {
			it := item{file: name, puzzle: p, err: err}
			if loose && errors.Is(err, format.ErrUnknownFormat) {
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

// count returns the number of items for a progress line. It decodes all files once more,
// which takes microseconds per puzzle. It returns 0 if the input can be read only once, or
// if stop returns true.
func (in *inputs) count(stop func() bool) int64 {
	if len(in.files) == 0 || slices.ContainsFunc(in.files, isStream) {
		return 0
	}
	again := inputs{Format: in.Format} // it reports nothing
	var n int64
	for _, file := range in.files {
		for range again.fileItems(&app{}, file) {
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

// labeled reads one item ahead, to find out which are alone.
func labeled(manyFiles bool, items iter.Seq[item]) iter.Seq[item] {
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
			held.label = oneLine(held.label)
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

// chosen is the input of commands that take one puzzle of a file.
type chosen struct {
	inputs
	ID string `flag:"take the puzzle <ID> of a file that holds several"`
}

// choose returns the puzzle: the only one, or the first with the id.
func (c *chosen) choose(a *app) (item, error) {
	for it := range c.items(a) {
		switch {
		case c.ID != "" && it.id != c.ID:
		case it.err != nil:
			return it, it.err
		case c.ID == "" && !it.only:
			return it, usagef("this is for a single puzzle, and %s holds more; choose one with --id", it.file)
		default:
			return it, nil
		}
	}
	if c.ID == "" {
		return item{}, fmt.Errorf("there is no puzzle in the input")
	}
	return item{}, fmt.Errorf("there is no puzzle %q in the input", c.ID)
}

// In place of a file, @17, @cat, @sketches, @all and @examples/36 are puzzles of the pack.
// A file whose name starts with @ is ./@name.

// packMark starts such a name.
const packMark = "@"

func isPack(file string) bool { return strings.HasPrefix(file, packMark) }

// packFile returns the content of @word as a puzzle file with goals.
func packFile(word string) ([]byte, error) {
	entries, err := puzzles.Select(word)
	if err != nil {
		return nil, fmt.Errorf("%w (nonogram puzzles lists them)", err)
	}
	list := make([]*nonogram.Puzzle, len(entries))
	for i, e := range entries {
		list[i] = e.Puzzle()
	}
	var b bytes.Buffer
	err = format.Encode(&b, packFormat, list...)
	return b.Bytes(), err
}

// packFormat is the format of packFile; it holds all data of the pack.
const packFormat = "json"

// completeInput completes file names and, after @, numbers and chapters of the pack. Names
// are omitted because they reveal the pictures.
func completeInput(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	if !isPack(toComplete) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	list := []string{packMark + puzzles.Everything + "\tthe whole pack", packMark + puzzles.ExampleSet + "\tthe sizes of the R package's examples; /1 is the first", packMark + puzzles.TriddlerSet + "\tboards of triangles"}
	for _, c := range puzzles.Chapters() {
		list = append(list, packMark+c.Name+"\t"+c.Description)
	}
	for _, e := range puzzles.All() {
		list = append(list, packMark+strconv.Itoa(e.Number)+"\t"+e.Puzzle().Size())
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}
