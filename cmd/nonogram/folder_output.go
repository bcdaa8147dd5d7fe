package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"nonogram"
	"nonogram/format"
	"nonogram/internal/plural"
)

// A folder as the output of puzzles has a file for each of them, which is named after the puzzle's
// ID. As with one file, the puzzles wait in a spool until all are known to be good.

// isFolderName reports whether an output is a folder: it is one already, or its name ends in a
// slash.
func isFolderName(out string) bool {
	return out != "" && os.IsPathSeparator(out[len(out)-1]) || isFolder(out)
}

// folderOutput is a folder of puzzles.
type folderOutput struct {
	a      *app
	path   string
	format *format.Format
	taken  map[string]bool // names, in lower case: some disks do not tell a.non and A.non apart
	names  []string
	ends   []int64 // of the files in the spool
	size   int64
	spool
}

// newFolderOutput returns a folder, if puzzles can be written to it.
func newFolderOutput(a *app, path string, f *format.Format, force bool) (*folderOutput, error) {
	if a.rewriting {
		return nil, usagef("%s is an input, expected another folder", oneLine(path))
	}
	path = filepath.Clean(path)
	return &folderOutput{a: a, path: path, format: f, taken: map[string]bool{}, spool: spool{near: path}}, (&forceFlag{force}).isFree(path)
}

// add stores a puzzle, after the beginning of its file.
func (o *folderOutput) add(p *nonogram.Puzzle, head string) error {
	w := &counted{w: &o.spool}
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	if err := format.Encode(w, o.format.Name, p); err != nil {
		return err
	}
	o.size += w.n
	o.names, o.ends = append(o.names, o.name(p)), append(o.ends, o.size)
	return nil
}

// counted counts the bytes written.
type counted struct {
	w io.Writer
	n int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// maxName bounds the name of a file without its ending, which some disks bound by 255 bytes.
const maxName = 60

// name returns a name for the file of a puzzle: its ID, or its number. Of two with the same name the
// second gets a number.
func (o *folderOutput) name(p *nonogram.Puzzle) string {
	id := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r) {
			return r
		}
		return '-'
	}, p.ID)
	if id = strings.Trim(id, "-."); id == "" {
		id = fmt.Sprint(len(o.names) + 1)
	}
	if letters := []rune(id); len(letters) > maxName {
		id = string(letters[:maxName])
	}
	name := id
	for i := 2; o.taken[strings.ToLower(name)]; i++ {
		name = fmt.Sprintf("%s-%d", id, i)
	}
	o.taken[strings.ToLower(name)] = true
	return name + o.format.Extensions[0]
}

// commit writes the files.
func (o *folderOutput) commit() error {
	defer o.close()
	if o.a.isInterrupted() {
		o.a.told = true
		fmt.Fprintf(o.a.reports(), "nonogram: interrupted: nothing is written to %s\n", oneLine(o.path))
		return nil
	}
	if err := os.MkdirAll(o.path, 0o755); err != nil {
		return err
	}
	from := int64(0)
	for i, name := range o.names {
		err := writeFile(filepath.Join(o.path, name), func(w io.Writer) error {
			_, err := io.Copy(w, io.NewSectionReader(o.file, from, o.ends[i]-from))
			return err
		})
		if err != nil {
			return fmt.Errorf("%s is incomplete, %d of %s are written: %w", oneLine(o.path), i, plural.Of(len(o.names), "file", "files"), err)
		}
		from = o.ends[i]
	}
	return nil
}
