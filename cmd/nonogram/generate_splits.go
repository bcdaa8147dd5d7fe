package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"nonogram/generate"
	"nonogram/internal/object"
	"nonogram/internal/operations/create"
)

// generate puzzle --splits makes a set of puzzles in parts. The files are written at the
// end; 100,000 puzzles of 10×10 take about 60 MB until then.

// puzzleSet collects the lines of each part.
type puzzleSet struct {
	folder string
	names  []string
	shares []int
	lines  []bytes.Buffer
}

var splitName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

// maxShare bounds a share, so that sums stay small.
const maxShare = 1_000_000

// newPuzzleSet reads --splits.
func newPuzzleSet(f *makeFlags) (*puzzleSet, error) {
	if f.out == "" || f.out == stdoutName {
		return nil, usagef("--splits: expected --out FOLDER, there is a file for each part")
	}
	if f.to != "" && f.to != "json" {
		return nil, usagef("--splits: found --to %s, parts are lines of JSON", f.to)
	}
	set := &puzzleSet{folder: f.out}
	for _, part := range strings.Split(f.splits, ",") {
		name, text, _ := strings.Cut(part, "=")
		share, err := strconv.Atoi(text)
		if err != nil || share < 1 || share > maxShare || !splitName.MatchString(name) {
			return nil, usagef("--splits: found %q, expected a name and a whole number from 1 as in train=80", part)
		}
		for _, known := range set.names {
			if strings.EqualFold(known, name) { // some file systems do not distinguish them
				return nil, usagef("--splits: found %s twice", name)
			}
		}
		set.names, set.shares = append(set.names, name), append(set.shares, share)
	}
	set.lines = make([]bytes.Buffer, len(set.names))
	return set, os.MkdirAll(set.folder, 0o777)
}

// add writes the line of a puzzle: its object and its labels.
func (s *puzzleSet) add(m *generate.Made) {
	hash := generate.HashOf(m.Puzzle)
	to := &s.lines[create.PartOf(hash, s.shares)]
	puzzle := bytes.TrimRight(object.Append(nil, m.Puzzle, m.Puzzle.ID, false), "}\n")
	labels, err := json.Marshal(create.Labels{
		Hash: hash.String(), Level: m.Rating.Level, Score: m.Rating.Score, Giveaway: create.GiveawayOf(m.Puzzle, m.Puzzle.Goal),
	})
	if err != nil {
		panic(err) // cannot fail for a struct of numbers and names
	}
	to.Write(puzzle)
	to.WriteByte(',')
	to.Write(labels[1:])
	to.WriteByte('\n')
}

func (s *puzzleSet) finish() error {
	for i, name := range s.names {
		err := writeFile(filepath.Join(s.folder, name+".jsonl"), func(w io.Writer) error {
			_, err := s.lines[i].WriteTo(w)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
