package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonogram"
	"nonogram/cmd/internal/atomicfile"
	"nonogram/format"
)

// All commands write their files by the rules of this page:
//
//   - A file is replaced as a whole when the work is done. After an error the old one stays.
//   - After an interruption it stays too. What is done so far goes to a new file beside it,
//     NAME.part.EXT, and a message says so.
//   - Files that the user did not name one by one, as those in a folder, are new, or --force is given.
//   - An output is neither an input nor another output. Commands that rewrite puzzles may
//     replace an input, if none of its puzzles gets lost.
//
// Flags that name files have the tag file:"out" or file:"in", see requestFlags. Arguments are
// inputs, but for the last one of commands with lastIsOutput.

// stdoutName is the name of standard output as an output file.
const stdoutName = "-"

// writeFile replaces a file, also after an interruption: for files that keep a state.
func writeFile(path string, write func(io.Writer) error) error {
	return atomicfile.File{Mode: 0o666}.Replace(path, write)
}

// writeTo writes an output.
func (a *app) writeTo(path string, write func(io.Writer) error) error {
	switch {
	case path == stdoutName:
		return write(a.out)
	case a.isInterrupted() && !isDevice(path):
		return a.writePart(path, write)
	}
	return writeFile(path, write)
}

// writePart writes what an interrupted command has done to a new file.
func (a *app) writePart(path string, write func(io.Writer) error) error {
	part, f, err := createPart(path, func(part string) (*os.File, error) {
		return os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	})
	if err != nil {
		return err
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		_ = os.Remove(part)
		return err
	}
	a.told = true
	_ = a.out.Flush()
	fmt.Fprintf(a.reports(), "nonogram: interrupted: %s; %s has what was done\n", oneLine(asBefore(path)), oneLine(part))
	return nil
}

// maxParts bounds the files of earlier interruptions.
const maxParts = 1000

// createPart creates the first file of NAME.part.EXT, NAME.part-2.EXT, … that does not exist.
func createPart[T any](path string, create func(string) (T, error)) (part string, created T, err error) {
	ext := filepath.Ext(path)
	for i := range maxParts {
		part = strings.TrimSuffix(path, ext) + ".part" + ext
		if i > 0 {
			part = fmt.Sprintf("%s.part-%d%s", strings.TrimSuffix(path, ext), i+1, ext)
		}
		if created, err = create(part); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return part, created, err
}

// asBefore says that an output is untouched.
func asBefore(path string) string {
	if isThere(path) {
		return path + " is as it was"
	}
	return path + " is not written"
}

// forceFlag is the flag --force of commands that write files which the user did not name one by
// one: numbered pictures, or files in a folder.
type forceFlag struct {
	Force bool `flag:"replace files that are there already"`
}

// folder makes the folder of several outputs, if it is free.
func (f *forceFlag) folder(path string) error {
	if err := f.isFree(path); err != nil {
		return err
	}
	return os.MkdirAll(path, 0o755)
}

// isFree returns an error if a folder has files, which may belong to the user, and --force is not
// given.
func (f *forceFlag) isFree(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(entries) > 0 && !f.Force:
		return usagef("%s is not empty: expected a new or an empty folder, or --force to replace files in it", oneLine(path))
	}
	return nil
}

// numbered refuses the numbered files of an earlier run without --force. They are named like the
// output, with a number of at least three digits before the ending.
func (f *forceFlag) numbered(path string) error {
	if f.Force {
		return nil
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	ext := filepath.Ext(path)
	name := regexp.MustCompile("^" + regexp.QuoteMeta(strings.TrimSuffix(filepath.Base(path), ext)) + `-\d{3,}` + regexp.QuoteMeta(ext) + "$")
	for _, e := range entries {
		if name.MatchString(e.Name()) {
			return usagef("%s is there already: give another --out, or --force to replace numbered files", oneLine(filepath.Join(filepath.Dir(path), e.Name())))
		}
	}
	return nil
}

func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// writeSpooled is writeFile for output that takes hours: what is unfinished has no name, so
// that a kill leaves nothing behind.
func writeSpooled(path string, write func(io.Writer) error) error {
	if isDevice(path) {
		return writeFile(path, write) // a pipe, whose reader waits
	}
	if err := atomicfile.Writable(path); err != nil {
		return err
	}
	s := spool{near: path}
	defer s.close()
	w := bufio.NewWriter(&s)
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return err
	}
	return writeFile(path, s.copyTo)
}

// output holds the content of an output until it is complete. A nil output is none.
type output struct {
	a    *app
	path string
	spool
}

// newOutput returns an output, if it can be written.
func newOutput(a *app, path string) (*output, error) {
	o := &output{a: a, path: path, spool: spool{near: path}}
	if path == stdoutName {
		return o, nil
	}
	return o, atomicfile.Writable(path)
}

// commit writes the output. Without content the file stays.
func (o *output) commit() error {
	defer o.close()
	if o.file == nil {
		if o.path != stdoutName && isThere(o.path) && !isDevice(o.path) {
			fmt.Fprintf(o.a.reports(), "nonogram: there is nothing to write: %s\n", oneLine(asBefore(o.path)))
		}
		return nil
	}
	return o.a.writeTo(o.path, o.copyTo)
}

// spool holds output in a temporary file until it is known to be wanted. The file is on
// the disk of the destination, or in the folder for temporary files, and has no name where
// the system allows it, so that it disappears with the process.
type spool struct {
	near string // destination
	file *os.File
}

func (s *spool) Write(p []byte) (n int, err error) {
	if s.file == nil {
		err = os.ErrNotExist
		if s.near != stdoutName && !isDevice(s.near) {
			s.file, err = os.OpenFile(atomicfile.Beside(s.near), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		}
		if err != nil {
			s.file, err = os.CreateTemp("", "nonogram-*")
		}
		if err != nil {
			return 0, fmt.Errorf("cannot buffer the output: %w", err)
		}
		_ = os.Remove(s.file.Name())
	}
	return s.file.Write(p)
}

// copyTo copies the content.
func (s *spool) copyTo(w io.Writer) error {
	if s.file == nil {
		return nil
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.file)
	return err
}

// close releases the spool.
func (s *spool) close() {
	if s.file != nil {
		_ = s.file.Close()
		_ = os.Remove(s.file.Name()) // on systems where open files keep their names
	}
	s.file = nil
}

// puzzleFile is the output of solve --out and generate random. A nil puzzleFile does nothing.
type puzzleFile struct {
	writer *format.Writer
	out    *output // nil: standard output, as the puzzles come
	taken  bool
	err    error // first error; nothing is written after it
}

// The formats of tournaments, for files that end in .txt.
const (
	questionFormat = "tournament"
	answerFormat   = "solution"
)

// openPuzzleFile opens a file of puzzles: in the tournament format txt if it ends in .txt,
// otherwise in the format of its extension.
func openPuzzleFile(a *app, path, txt string) (*puzzleFile, error) {
	if strings.EqualFold(filepath.Ext(path), ".txt") {
		return openRows(a, path, txt)
	}
	f, err := format.ByFilename(path)
	if err != nil {
		return nil, usageError{err}
	}
	if !f.Writes() {
		return nil, usagef("--out %s: format %s can only be read", path, f.Name)
	}
	return openRows(a, path, f.Name)
}

// openRows opens a file in a format, whatever its extension.
func openRows(a *app, path, format string) (*puzzleFile, error) {
	out, err := newOutput(a, path)
	if err != nil {
		return nil, err
	}
	p := rowsTo(out, format)
	p.out = out
	return p, p.err
}

// rowsTo writes a format to an open writer.
func rowsTo(w io.Writer, name string) *puzzleFile {
	writer, err := format.NewWriter(w, name)
	return &puzzleFile{writer: writer, err: err}
}

// add writes a puzzle. Errors are reported at the end.
func (p *puzzleFile) add(puzzle *nonogram.Puzzle) {
	if p != nil && p.err == nil {
		p.err = p.writer.Write(puzzle)
		p.taken = true
	}
}

// failed reports whether an error has occurred.
func (p *puzzleFile) failed() bool { return p != nil && p.err != nil }

func (p *puzzleFile) close() error {
	if p == nil {
		return nil
	}
	if p.taken && p.err == nil {
		p.err = p.writer.Close()
	}
	switch {
	case p.out == nil:
		return p.err
	case p.err != nil:
		p.out.close()
		return fmt.Errorf("%s: %w", p.out.path, p.err)
	}
	return p.out.commit()
}

// fileKey is the annotation of flags that name a file. Its values are inputFile and
// outputFile.
const (
	fileKey    = "file"
	inputFile  = "in"
	outputFile = "out"
)

// Annotations of commands.
const (
	// lastIsOutput marks a command whose last argument is an output.
	lastIsOutput = "last argument is an output"
	// rewrites marks a command that writes the puzzles it reads, so that an output may be an
	// input.
	rewrites = "rewrites puzzles"
)

// annotate marks a command.
func annotate(cmd *cobra.Command, marks ...string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	for _, mark := range marks {
		cmd.Annotations[mark] = "true"
	}
}

// fileName is a file of the command line.
type fileName struct{ flag, path string }

func (f fileName) String() string { return strings.TrimSpace(f.flag + " " + f.path) }

// checkFiles rejects outputs that are inputs or other outputs, and notes whether the command
// rewrites an input.
func (a *app) checkFiles(cmd *cobra.Command, args []string) error {
	inputs, outputs := filesOf(cmd, args)
	asJSON := cmd.Flags().Lookup("json")
	for i, out := range outputs {
		if out.path == stdoutName && asJSON != nil && asJSON.Value.String() == "true" {
			return usagef("--json and %s both write to standard output, expected one of them", out)
		}
		for _, other := range outputs[:i] {
			if out.path == stdoutName && other.path == stdoutName || sameOutput(out.path, other.path) {
				return usagef("%s and %s are both %s, expected two places", other.flag, out.flag, out.path)
			}
		}
		if !isThere(out.path) || isDevice(out.path) {
			continue
		}
		for _, in := range inputs {
			switch {
			case !isInput(in, out.path):
			case cmd.Annotations[rewrites] == "":
				return usagef("%s would replace an input, expected another file", out)
			default:
				a.rewriting = true
			}
		}
	}
	return nil
}

// filesOf returns the inputs and outputs of a command line. Flags with lists of files are
// inputs.
func filesOf(cmd *cobra.Command, args []string) (inputs []string, outputs []fileName) {
	inputs = slices.Clone(args)
	if last := len(args) - 1; last >= 0 && cmd.Annotations[lastIsOutput] != "" {
		inputs, outputs = inputs[:last], []fileName{{"", args[last]}}
	} else if last < 0 {
		inputs = []string{"-"}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		list, isList := f.Value.(pflag.SliceValue)
		switch use := f.Annotations[fileKey]; {
		case len(use) == 0:
		case isList:
			inputs = append(inputs, list.GetSlice()...)
		case f.Value.String() == "":
		case use[0] == inputFile:
			inputs = append(inputs, f.Value.String())
		default:
			outputs = append(outputs, fileName{"--" + f.Name, f.Value.String()})
		}
	})
	return inputs, outputs
}

// sameOutput reports whether two names mean the same file, which need not exist.
func sameOutput(a, b string) bool {
	if isDevice(a) || isDevice(b) {
		return false
	}
	place := func(path string) (dir os.FileInfo, name string) {
		target, _ := atomicfile.Target(path)
		dir, _ = os.Stat(filepath.Dir(target))
		return dir, filepath.Base(target)
	}
	dirA, nameA := place(a)
	dirB, nameB := place(b)
	return sameFile(a, b) || dirA != nil && dirB != nil && os.SameFile(dirA, dirB) && nameA == nameB
}

// isInput reports whether an existing file is read as an input, or with the folder of one.
func isInput(in, path string) bool {
	if in == "-" {
		info, err := os.Stdin.Stat()
		there, err2 := os.Stat(path)
		return err == nil && err2 == nil && os.SameFile(info, there)
	}
	if sameFile(in, path) {
		return true
	}
	target, err := atomicfile.Target(path)
	if err != nil || !isFolder(in) || strings.HasPrefix(filepath.Base(target), ".") {
		return false // folders are read without hidden files
	}
	for dir := filepath.Dir(absolute(target)); ; dir = filepath.Dir(dir) {
		if sameFile(dir, in) {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// sameFile reports whether two names mean the same existing file.
func sameFile(a, b string) bool {
	infoA, err := os.Stat(a)
	infoB, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(infoA, infoB)
}

// writeBytes returns a function that writes a content.
func writeBytes(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(content))
		return err
	}
}
