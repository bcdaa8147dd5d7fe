package create

import (
	"context"
	"fmt"
	"image"
	"time"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/generate"
	"nonogram/internal/object"
	"nonogram/solve"
)

// The operation "repair", and the kind "repair" of generate, change a picture that has
// several solutions, or is too hard, into one that is not.

// RepairRequest asks for a repair.
type RepairRequest struct {
	operations.Input
	Timeout  operations.Timeout `json:"timeout_ms,omitempty" minimum:"0" maximum:"9223372036854" doc:"Give up after this many milliseconds (default: after some seconds of work)" flag:"give up on a puzzle after this time, as 500ms or 10s (default: after some seconds of work)"`
	Seed     operations.Seed    `json:"seed,omitempty" doc:"The seed of the random choices"`
	Levels   Levels             `json:"levels,omitempty" doc:"The allowed levels of difficulty (default any)"`
	Symmetry string             `json:"symmetry,omitempty" enum:"none,mirror,mirrors,rotation,quarter" doc:"The symmetry to keep (default left and right, if the picture has it and one solution can be reached so)" flag:"keep this symmetry (default: left and right, if the picture has it)"`
	RepairOptions
}

// RepairOptions bounds the changes and the cost of a repair.
type RepairOptions struct {
	MaxChanges int       `json:"max_changes,omitempty" minimum:"0" maximum:"1000000000" doc:"repair: the largest number of cells that may change (default a fifth of them)"`
	MaxShare   float64   `json:"max_share,omitempty" minimum:"0" maximum:"1" doc:"repair: the share of the cells that may change, in place of max_changes"`
	Keep       []Area    `json:"keep,omitempty" doc:"repair: areas whose cells stay as they are"`
	Doubt      []float64 `json:"doubt,omitempty" minimum:"0" maximum:"1" doc:"repair: for each cell, row by row, how unimportant it is, 0 to 1"`
	Tries      int       `json:"tries,omitempty" minimum:"0" maximum:"1000000000" doc:"repair: how many times to search for fewer changes (default 4)"`
	Work       int64     `json:"work,omitempty" minimum:"0" maximum:"1000000000000000" doc:"repair: the largest number of lines to solve (default 20 million, unlimited with a timeout)"`
}

// Area is a rectangle of cells. Rows and columns count from 1.
type Area struct {
	Row    int `json:"row" minimum:"1" maximum:"10000"`
	Column int `json:"column" minimum:"1" maximum:"10000"`
	Height int `json:"height" minimum:"1" maximum:"10000"`
	Width  int `json:"width" minimum:"1" maximum:"10000"`
}

// areas returns the areas to keep.
func (r *RepairRequest) areas() []image.Rectangle {
	var list []image.Rectangle
	for _, a := range r.Keep {
		list = append(list, image.Rect(a.Column-1, a.Row-1, a.Column-1+a.Width, a.Row-1+a.Height))
	}
	return list
}

// RepairAnswer is the answer of repair.
type RepairAnswer struct {
	record.Repair
	Puzzle *object.Nonogram `json:"puzzle,omitempty" doc:"The repaired puzzle, with the picture as its goal; missing if there was no picture"`
	// Picture, before, and Repaired, after, are for drawing. Repaired is nil if there was no
	// picture to repair.
	Picture  *nonogram.Puzzle   `json:"-"`
	Repaired *generate.Repaired `json:"-"`
}

// goalTime bounds the search for a solution of a puzzle without a goal.
const goalTime = 10 * time.Second

// OpenRepair repairs the goals of puzzles, or a solution if there is no goal.
func OpenRepair(s *operations.Service, r *RepairRequest) (operations.Work[*RepairAnswer], error) {
	b, err := (&operations.Budget{Timeout: r.Timeout, Seed: r.Seed}).Open(&s.Limits)
	if err != nil {
		return nil, err
	}
	options, err := r.options(b)
	if err != nil {
		return nil, err
	}
	engine := new(solve.Engine)
	return func(ctx context.Context, p *nonogram.Puzzle) (*RepairAnswer, error) {
		answer := &RepairAnswer{}
		elapsed, err := s.Timed(ctx, b, func(ctx context.Context) (err error) {
			var none string
			if answer.Picture, none, err = withGoal(ctx, engine, p); err != nil || none != "" {
				answer.Repair = noPicture(p, none, answer.Picture)
				return err
			}
			o := options
			step := operations.CountSteps(ctx)
			o.Progress = step
			if answer.Repaired, err = generate.Repair(ctx, answer.Picture, o); err == nil {
				answer.Repair, answer.Puzzle = newRepair(answer.Picture.Goal, answer.Repaired), object.New(answer.Repaired.Puzzle)
			}
			return err
		})
		if err != nil {
			return nil, Coded(err)
		}
		answer.Elapsed = elapsed
		return answer, nil
	}, nil
}

// options returns the options of the library. With a timeout the work is unbounded.
func (r *RepairRequest) options(b *operations.Bounds) (o generate.RepairOptions, err error) {
	switch {
	case r.MaxChanges < 0:
		return o, operations.Errorf(operations.BadRequest, "max_changes", "found %d, expected a positive number", r.MaxChanges)
	case r.MaxChanges > 0 && r.MaxShare > 0:
		return o, operations.Errorf(operations.BadRequest, "max_share", "found max_changes too, expected only one of them")
	case !(r.MaxShare >= 0 && r.MaxShare <= 1):
		return o, operations.Errorf(operations.BadRequest, "max_share", "found %v, expected 0 to 1", r.MaxShare)
	case r.Tries < 0:
		return o, operations.Errorf(operations.BadRequest, "tries", "found %d, expected at least 1", r.Tries)
	case r.Work < 0:
		return o, operations.Errorf(operations.BadRequest, "work", "found %d, expected at least 1", r.Work)
	}
	work := r.Work
	if r.Timeout > 0 && work == 0 {
		work = -1
	}
	return generate.RepairOptions{
		Keep: r.areas(), Levels: r.Levels, MaxChanges: r.MaxChanges, MaxShare: r.MaxShare, Doubt: r.Doubt, Symmetry: generate.Symmetry(r.Symmetry), Seed: b.Seed, Tries: r.Tries, Work: work,
	}, nil
}

// withGoal returns the puzzle with a picture, its goal or a solution, or the reason why
// there is none.
func withGoal(ctx context.Context, engine *solve.Engine, p *nonogram.Puzzle) (q *nonogram.Puzzle, none string, err error) {
	if p.Goal != nil {
		return p, "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, goalTime)
	defer cancel()
	r, err := engine.Solve(operations.LetTimersRun(ctx), p, nonogram.Options{Limit: 1})
	switch {
	case err != nil:
		return nil, "", err
	case len(r.Solutions) > 0:
		copied := *p
		copied.Goal = r.Solutions[0]
		return &copied, "", nil
	case r.Status == nonogram.Unsolvable:
		return nil, "unsolvable, so that there is no picture to repair", nil
	}
	return p, fmt.Sprintf("no solution found in %v, so that there is no picture to repair", goalTime), nil
}

// noPicture returns the record of a puzzle without a picture; unsolved is nil if it has no
// solution.
func noPicture(p *nonogram.Puzzle, reason string, unsolved *nonogram.Puzzle) record.Repair {
	state := record.RepairState{Status: nonogram.Undecided}
	if unsolved == nil {
		state.Status = nonogram.Unsolvable
	}
	return record.Repair{Subject: record.SubjectOf(p), Reason: reason, Before: state, After: state, Changes: []record.CellChange{}}
}

// generateRepair is the kind "repair" of generate.
func generateRepair(ctx context.Context, s *operations.Service, r *GenerateRequest) (*GenerateAnswer, error) {
	answer, err := operations.One(OpenRepair)(ctx, s, &RepairRequest{
		Input: r.Input, Seed: r.Seed, Levels: r.Levels, Symmetry: r.Symmetry, RepairOptions: r.RepairOptions,
	})
	if err != nil {
		return nil, err
	}
	response := &GenerateAnswer{Repair: &answer.Repair, Puzzles: []*object.Nonogram{}}
	if answer.Puzzle != nil {
		response.Puzzles = append(response.Puzzles, answer.Puzzle)
	}
	return response, nil
}

// newRepair returns the record of a repair, without its id and time.
func newRepair(before *nonogram.Grid, r *generate.Repaired) record.Repair {
	p := r.Puzzle
	out := record.Repair{
		Subject: record.SubjectOf(p), Reached: r.Reached, Reason: string(r.Stopped),
		Before: repairState(r.Before), After: repairState(r.After),
		Changes: []record.CellChange{}, Grid: p.Goal.Rows(p.Palette), Work: r.Work,
	}
	symbol := func(c nonogram.Color) string { return string(rune(p.Palette.Symbol(c))) }
	for i, from := range before.Cells {
		if to := p.Goal.Cells[i]; from != to {
			cell := record.Cell{Row: i/before.Width + 1, Column: i%before.Width + 1}
			out.Changes = append(out.Changes, record.CellChange{Cell: cell, From: symbol(from), To: symbol(to)})
		}
	}
	return out
}

func repairState(s generate.State) record.RepairState {
	out := record.RepairState{Status: s.Status, Open: s.Open, Differ: s.Differ}
	if s.Rating != nil {
		out.Level, out.Score = &s.Rating.Level, s.Rating.Score
	}
	return out
}
