package methods

import (
	"context"
	"fmt"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/lab"
)

// defaultFirst is the default number of lines listed, that of the R package; maxFirst is
// the largest accepted.
const (
	defaultFirst = 10
	maxFirst     = 100_000
)

// Shown limits the length of a list.
type Shown struct {
	First int `json:"first,omitempty" minimum:"0" maximum:"100000" doc:"The number of lines to list (default 10; at most 100000)" flag:"list the first <N> lines of each clue (default 10)"`
}

// open checks the length and replaces 0 by the default.
func (f Shown) open() (int, error) {
	switch {
	case f.First < 0 || f.First > maxFirst:
		return 0, operations.Errorf(operations.BadRequest, "first", "found %d, expected 1 to %d", f.First, maxFirst)
	case f.First == 0:
		return defaultFirst, nil
	}
	return f.First, nil
}

// TableRequest asks for the clue table of a puzzle.
type TableRequest struct {
	operations.Input
	Shown
}

// OpenTable lists clue tables.
func OpenTable(_ *operations.Service, r *TableRequest) (operations.Work[*record.Table], error) {
	first, err := r.Shown.open()
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, p *nonogram.Puzzle) (*record.Table, error) {
		table, err := lab.ClueTable(p)
		if err != nil {
			return nil, coded(err)
		}
		answer := &record.Table{Subject: record.SubjectOf(p), Entries: []record.TableEntry{}}
		for i := range table {
			e := record.TableEntry{Key: table[i].Key, Count: table[i].Count, States: []string{}}
			for state := range table[i].States() {
				if len(e.States) == first {
					break
				}
				e.States = append(e.States, state)
			}
			answer.Entries = append(answer.Entries, e)
		}
		return answer, nil
	}, nil
}

// LinesRequest asks for lines.
type LinesRequest struct {
	Length int   `json:"length" minimum:"1" maximum:"30" doc:"Cells of a line" example:"15" flag:"-"`
	Clue   []int `json:"clue,omitempty" minimum:"0" maximum:"30" doc:"Only the lines of this clue; [0] is the empty clue" flag:"-"`
	Shown
}

// LinesAnswer lists them.
type LinesAnswer struct {
	Length  int         `json:"length"`
	Lines   int64       `json:"lines" doc:"The number of lines, of the clue if one is given"`
	Clues   int64       `json:"clues,omitempty" doc:"The number of clues"`
	Listed  []string    `json:"listed" doc:"The first lines, 1 for a filled cell, in binary order"`
	Members []LineGroup `json:"members,omitempty" doc:"The first clues, with their numbers of lines"`
}

// LineGroup is how many lines have a clue.
type LineGroup struct {
	Clue  []int `json:"clue"`
	Lines int64 `json:"lines"`
}

// Lines lists lines, as the R package nonogram does with make_full_perm_set.
func Lines(_ context.Context, _ *operations.Service, r *LinesRequest) (*LinesAnswer, error) {
	first, err := r.Shown.open()
	if err != nil {
		return nil, err
	}
	if r.Length < 1 || r.Length > lab.MaxPermLine {
		return nil, operations.Errorf(operations.BadRequest, "length", "found %d, expected 1 to %d", r.Length, lab.MaxPermLine)
	}
	answer := &LinesAnswer{Length: r.Length, Lines: 1 << uint(r.Length), Listed: []string{}}
	list := lab.AllLines(r.Length)
	if r.Clue != nil {
		clue, err := clueOf(r.Clue, r.Length)
		if err != nil {
			return nil, err
		}
		answer.Lines, list = lab.LinesOf(r.Length, clue)
	} else {
		count, clues := lab.CluesOfLength(r.Length)
		answer.Clues = count
		for clue, lines := range clues {
			if len(answer.Members) == first {
				break
			}
			group := LineGroup{Clue: []int{}, Lines: lines}
			for _, b := range clue {
				group.Clue = append(group.Clue, b.Length)
			}
			answer.Members = append(answer.Members, group)
		}
	}
	for line := range list {
		if len(answer.Listed) == first {
			break
		}
		answer.Listed = append(answer.Listed, line)
	}
	return answer, nil
}

// clueOf reads a clue, of which 0 alone is the empty one.
func clueOf(numbers []int, length int) (nonogram.Clue, error) {
	if len(numbers) == 1 && numbers[0] == 0 {
		return nonogram.Clue{}, nil
	}
	for i, n := range numbers {
		if n < 1 || n > length {
			return nil, operations.Errorf(operations.BadRequest, fmt.Sprintf("clue[%d]", i), "found %d, expected 1 to %d", n, length)
		}
	}
	return nonogram.BlackClue(numbers...), nil
}
