package api

import (
	"context"

	"nonogram"
	"nonogram/generate"
	"nonogram/internal/record"
	"nonogram/teach"
)

// Kind "repair": a picture that has several solutions, or is too hard, changed into
// one that is fair.

// repairRequest is what kind "repair" asks for besides.
type repairRequest struct {
	Input
	Levels     []teach.Level     `json:"levels,omitempty" enum:"trivial,easy,medium,hard,very hard,expert" doc:"repair: the difficulty that it may have (default any)"`
	MaxChanges int               `json:"max_changes,omitempty" minimum:"0" doc:"repair: how many cells may change (default a fifth of them)"`
	Doubt      []float64         `json:"doubt,omitempty" doc:"repair: for each cell, row by row, how little it matters to the picture, 0 to 1"`
	Symmetry   generate.Symmetry `json:"symmetry,omitempty" enum:"none,mirror,mirrors,rotation,quarter" doc:"repair: the symmetry to keep"`
	Tries      int               `json:"tries,omitempty" minimum:"0" doc:"repair: how often to search for fewer changes (default 4)"`
	Work       int64             `json:"work,omitempty" minimum:"0" doc:"repair: lines to solve at most (default 20 million)"`
}

// RepairReport is what became of a picture.
type RepairReport struct {
	Reached bool                `json:"reached" doc:"The puzzle is what was asked for; if not it is the nearest that was found"`
	Reason  nonogram.StopReason `json:"reason,omitempty" doc:"Why it was not reached"`
	Changes []RepairChange      `json:"changes" doc:"What differs from the picture before, row by row"`
	Before  RepairState         `json:"before"`
	After   RepairState         `json:"after"`
	Work    int64               `json:"work" doc:"The number of lines solved"`
}

// RepairChange is one cell that was changed, with the characters of its colors.
type RepairChange struct {
	record.Cell
	From string `json:"from"`
	To   string `json:"to"`
}

// RepairState is what is known of the puzzle before and after.
type RepairState struct {
	Status nonogram.Status `json:"status"`
	Open   int             `json:"open" doc:"Cells that single lines leave open"`
	Differ int             `json:"differ" doc:"Cells in which solutions differ, as far as these were looked at"`
	Level  *teach.Level    `json:"level,omitempty" doc:"Missing where there is no single solution, or no time to rate it"`
}

// generateRepair repairs the goal of a puzzle.
func generateRepair(ctx context.Context, s *Service, r *GenerateRequest) (*GenerateResponse, error) {
	p, err := s.One(&r.Input)
	if err != nil {
		return nil, err
	}
	seed, err := r.smallSeed()
	if err != nil {
		return nil, err
	}
	repaired, err := generate.Repair(letTimersRun(ctx), p, generate.RepairOptions{
		Levels: r.Levels, MaxChanges: r.MaxChanges, Doubt: r.Doubt, Symmetry: r.Symmetry, Seed: seed,
		Tries: r.Tries, Work: max(0, r.Work), Progress: repairProgress(ctx),
	})
	if err != nil {
		return nil, err
	}
	response := generated(repaired.Puzzle)
	response.Repair = newRepairReport(repaired)
	return response, nil
}

// repairProgress tells whoever waits of every so many rounds.
func repairProgress(ctx context.Context) func(generate.Progress) {
	steps := newRecorder(ctx, 0, false)
	return func(p generate.Progress) {
		steps.seen++
		breathe()
		steps.look(p.Changed)
	}
}

func newRepairReport(r *generate.Repaired) *RepairReport {
	report := &RepairReport{
		Reached: r.Reached, Reason: r.Stopped, Changes: []RepairChange{}, Work: r.Work,
		Before: newRepairState(&r.Before), After: newRepairState(&r.After),
	}
	symbol := func(c nonogram.Color) string { return string(rune(r.Puzzle.Palette.Symbol(c))) }
	for _, c := range r.Changes {
		report.Changes = append(report.Changes, RepairChange{record.Cell{Row: c.Row + 1, Column: c.Col + 1}, symbol(c.From), symbol(c.To)})
	}
	return report
}

func newRepairState(s *generate.State) RepairState {
	state := RepairState{Status: s.Status, Open: s.Open, Differ: s.Differ}
	if s.Rating != nil {
		state.Level = &s.Rating.Level
	}
	return state
}
