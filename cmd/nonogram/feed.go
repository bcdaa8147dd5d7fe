package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/object"
	"nonogram/internal/plural"
)

// feed writes a folder for any file host, to which the web app subscribes (docs/feeds.md): an
// index, the puzzles and a certificate of each. Names of puzzles and certificates are the
// beginning of their digests, so that a file never changes; the index is replaced last. The
// index of an earlier run is the mark by which files are known as ours: what it lists and
// the new one does not is removed, unless somebody has changed it.

type feedFlags struct {
	common
	Name    string `flag:"<NAME> of the feed, which players see (default: the name of the folder)"`
	Author  string `flag:"<AUTHOR> of the puzzles"`
	License string `flag:"<LICENSE> of the puzzles, as CC0 or CC-BY-4.0"`
	dir     string
	request operations.ProveRequest
	made    feed
	files   map[string][]byte // by their paths
	refused int
}

// The bounds of a feed, which the app checks too.
const (
	maxFeedPuzzles     = 500
	maxFeedPuzzle      = 64 << 10
	maxFeedCertificate = 1 << 20
	maxFeedText        = 120
	maxFeedSide        = 400
	maxFeedCells       = 40_000
	maxFeedIndex       = 512 << 10
)

// The index, and the folder of the other files beside it.
const (
	feedIndex  = "feed.json"
	feedFolder = "files"
)

// feedKind and feedVersion mark an index.
const (
	feedKind    = "nonogram-feed"
	feedVersion = 1
)

// feed is the index.
type feed struct {
	Kind    string       `json:"kind"`
	Version int          `json:"version"`
	Name    string       `json:"name"`
	Author  string       `json:"author,omitempty"`
	License string       `json:"license,omitempty"`
	Puzzles []feedPuzzle `json:"puzzles"`
}

// feedPuzzle is a puzzle of the index. Paths are relative to it.
type feedPuzzle struct {
	Title             string `json:"title,omitempty"`
	Width             int    `json:"width"`
	Height            int    `json:"height"`
	Puzzle            string `json:"puzzle"`
	Digest            string `json:"digest"`
	Certificate       string `json:"certificate"`
	CertificateDigest string `json:"certificate_digest"`
}

func newFeed(a *app) *cobra.Command {
	f := &feedFlags{}
	cmd := newCommand("feed", cobra.MinimumNArgs(1), f, func(cmd *cobra.Command, args []string) error {
		f.dir, f.common.files = args[0], args[1:]
		return f.run(cmd.Context(), a)
	})
	requestFlags(cmd, &f.request, "timeout_ms", "conflicts", "memory_mb")
	f.addWorkers(cmd)
	return cmd
}

func (f *feedFlags) run(ctx context.Context, a *app) error {
	name, err := filepath.Abs(f.dir)
	if err != nil {
		return err
	}
	f.made = feed{Kind: feedKind, Version: feedVersion, Name: f.Name, Author: f.Author, License: f.License, Puzzles: []feedPuzzle{}}
	if f.made.Name == "" {
		f.made.Name = filepath.Base(name)
	}
	for _, text := range []struct{ flag, value string }{{"name", f.Name}, {"author", f.Author}, {"license", f.License}} {
		if n := len([]rune(text.value)); n > maxFeedText {
			return usagef("--%s: found %d characters, expected at most %d", text.flag, n, maxFeedText)
		}
	}
	f.files = map[string][]byte{}
	before, err := readFeed(f.dir)
	if err != nil {
		return err
	}
	return each(ctx, a, &f.common, openFeed, &f.request, hooks[*feedAnswer]{
		verb:  "proving",
		take:  f.take,
		print: func(it item, answer *feedAnswer) error { return printRefusal(a, it, answer) },
		code:  (*feedAnswer).status,
		end:   func(t tally) error { return f.end(a, t, before) },
	})
}

// feedAnswer is a proven puzzle, or why it is refused.
type feedAnswer struct {
	record.Prove
	Refused     string `json:"refused,omitempty"`
	puzzle      *nonogram.Puzzle
	text        []byte
	certificate []byte
}

// status is 0 for a puzzle that a feed may have.
func (r *feedAnswer) status() exitStatus {
	switch {
	case r.Refused == "":
		return exitOK
	case r.Status == nonogram.Multiple:
		return exitMultiple
	case r.Status == nonogram.Unique:
		return exitFailed
	}
	return exitStatus(r.Code())
}

// openFeed proves puzzles.
func openFeed(s *operations.Service, r *operations.ProveRequest) (operations.Work[*feedAnswer], error) {
	var certificate limited
	prove, err := operations.OpenProveTo(s, r, &certificate)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, p *nonogram.Puzzle) (*feedAnswer, error) {
		certificate = limited{most: maxFeedCertificate}
		answer := &feedAnswer{puzzle: p, text: puzzleOfFeed(p)}
		switch {
		case p.Width() > maxFeedSide || p.Height() > maxFeedSide || p.Width()*p.Height() > maxFeedCells:
			return nil, fmt.Errorf("the app plays up to %d × %d and %d cells, this puzzle is larger", maxFeedSide, maxFeedSide, maxFeedCells)
		case len(answer.text) > maxFeedPuzzle:
			return nil, fmt.Errorf("the puzzle has %d bytes, expected at most %d", len(answer.text), maxFeedPuzzle)
		}
		proven, err := prove(ctx, p)
		if err != nil {
			return nil, err
		}
		answer.Prove = *proven
		switch {
		case proven.Status == nonogram.Multiple:
			answer.Refused = "it has more than one solution"
		case proven.Status == nonogram.Unsolvable:
			answer.Refused = "it has no solution"
		case proven.Status != nonogram.Unique:
			answer.Refused = "it is undecided (" + proven.Reason + ")"
		case certificate.lost:
			answer.Refused = fmt.Sprintf("its certificate has more than %d bytes", maxFeedCertificate)
		}
		answer.certificate = bytes.Clone(certificate.Bytes())
		return answer, nil
	}, nil
}

// limited is a buffer that drops what is too much.
type limited struct {
	bytes.Buffer
	most int
	lost bool
}

func (l *limited) Write(data []byte) (int, error) {
	if l.lost = l.lost || l.Len()+len(data) > l.most; l.lost {
		return len(data), nil
	}
	return l.Buffer.Write(data)
}

// puzzleOfFeed returns the file of a puzzle, without its solution.
func puzzleOfFeed(p *nonogram.Puzzle) []byte {
	blank := *p
	blank.Goal, blank.Notes = nil, ""
	blank.Title = cutText(p.Title)
	return object.Append(nil, &blank, "", false)
}

// cutText bounds a text of a feed.
func cutText(text string) string {
	text = oneLine(text)
	if letters := []rune(text); len(letters) > maxFeedText {
		return string(letters[:maxFeedText-1]) + "…"
	}
	return text
}

// printRefusal names a puzzle that a feed cannot have.
func printRefusal(a *app, it item, answer *feedAnswer) error {
	if answer.Refused == "" {
		return nil
	}
	name := it.label
	if answer.puzzle.Title != "" {
		name += " (" + oneLine(answer.puzzle.Title) + ")"
	}
	_, err := fmt.Fprintf(a.out, "%s: refused: %s\n", name, answer.Refused)
	return err
}

// take adds a puzzle to the index. The same puzzle is listed once.
func (f *feedFlags) take(_ item, answer *feedAnswer) error {
	if answer.Refused != "" {
		f.refused++
		return nil
	}
	p := feedPuzzle{Title: cutText(answer.puzzle.Title), Width: answer.puzzle.Width(), Height: answer.puzzle.Height()}
	p.Puzzle, p.Digest = f.add(".json", answer.text)
	p.Certificate, p.CertificateDigest = f.add(".proof", answer.certificate)
	for _, other := range f.made.Puzzles {
		if other.Digest == p.Digest {
			return nil
		}
	}
	if len(f.made.Puzzles) == maxFeedPuzzles {
		return fmt.Errorf("a feed has at most %d puzzles: make several", maxFeedPuzzles)
	}
	f.made.Puzzles = append(f.made.Puzzles, p)
	return nil
}

// add takes a file, and returns its path and its digest.
func (f *feedFlags) add(ending string, content []byte) (name, digest string) {
	digest = digestOf(content)
	name = path.Join(feedFolder, digest[:16]+ending)
	f.files[name] = content
	return name, digest
}

func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// end writes the feed, if every puzzle may be in it.
func (f *feedFlags) end(a *app, t tally, before *feed) error {
	switch {
	case t.err != nil:
		return nil
	case t.interrupted:
		a.told = true
		fmt.Fprintf(a.reports(), "nonogram: interrupted: nothing is written to %s\n", oneLine(f.dir))
		return nil
	case t.failed > 0 || f.refused > 0:
		_ = a.out.Flush()
		fmt.Fprintf(a.reports(), "nonogram: nothing is written to %s: mend what is refused, or leave it out\n", oneLine(f.dir))
		return nil
	}
	added, removed, err := f.write(before)
	if err != nil || f.JSON {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: %s with one solution each; files: %d new, %d removed\n",
		oneLine(filepath.Join(f.dir, feedIndex)), plural.Of(len(f.made.Puzzles), "puzzle", "puzzles"), added, removed)
	return err
}

// write writes the files that are new, then the index, and removes what only the index before
// lists.
func (f *feedFlags) write(before *feed) (added, removed int, err error) {
	index, err := json.MarshalIndent(&f.made, "", " ")
	if err != nil {
		return 0, 0, err
	}
	if index = append(index, '\n'); len(index) > maxFeedIndex {
		return 0, 0, fmt.Errorf("the index would have %d bytes, expected at most %d: make several feeds", len(index), maxFeedIndex)
	}
	var missing []string
	for _, name := range slices.Sorted(maps.Keys(f.files)) {
		there, err := os.ReadFile(f.at(name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, name)
		case err != nil:
			return 0, 0, err
		case !bytes.Equal(there, f.files[name]):
			return 0, 0, usagef("%s is there already with another content: move it away", oneLine(f.at(name)))
		}
	}
	if err := os.MkdirAll(f.at(feedFolder), 0o755); err != nil {
		return 0, 0, err
	}
	for _, name := range missing {
		if err := writeFile(f.at(name), writeBytes(f.files[name])); err != nil {
			return added, 0, err
		}
		added++
	}
	if err := writeFile(f.at(feedIndex), writeBytes(index)); err != nil || before == nil {
		return added, 0, err
	}
	for _, p := range before.Puzzles {
		for name, digest := range map[string]string{p.Puzzle: p.Digest, p.Certificate: p.CertificateDigest} {
			if f.files[name] != nil || !ourFile.MatchString(name) {
				continue
			}
			content, err := os.ReadFile(f.at(name))
			if err != nil || digestOf(content) != digest {
				continue // somebody has removed or changed it
			}
			if err := os.Remove(f.at(name)); err != nil {
				return added, removed, err
			}
			removed++
		}
	}
	return added, removed, nil
}

// at returns the path of a file of the feed.
func (f *feedFlags) at(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// ourFile matches the names of files that feed writes besides the index.
var ourFile = regexp.MustCompile(`^files/[0-9a-f]{16}\.(json|proof)$`)

// readFeed returns the index that a folder has, or nil.
func readFeed(dir string) (*feed, error) {
	name := filepath.Join(dir, feedIndex)
	file, err := os.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFeedIndex+1))
	if err != nil {
		return nil, err
	}
	before := &feed{}
	if err := json.Unmarshal(data, before); err != nil || before.Kind != feedKind || len(data) > maxFeedIndex {
		return nil, usagef("%s is there already, and is no index of a feed: move it away, or give another folder", oneLine(name))
	}
	return before, nil
}
