package main

import (
	"nonogram"
	"nonogram/internal/api"
	"nonogram/solve"
)

// teamed is the engine for solve --team: its workers share a count of those among
// them that have run out of puzzles, whom idle is to be told of, and take from it
// when a search becomes long. So there are never more searchers than workers.
func teamed(engine *method) (m *method, idle func(n int), err error) {
	if engine.Family != api.EngineFamily {
		return nil, nil, usagef("--team is for the engine, not for --method %s", engine.Name)
	}
	cores := new(solve.Cores)
	team := *engine
	team.New = func() nonogram.Solver { return (&solve.Team{Cores: cores}).Solve }
	return &team, cores.Add, nil
}
