package create

import (
	"context"
	"testing"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/object"
	"nonogram/solve"
	"nonogram/teach"
)

// ambiguous has two cells on a diagonal that could as well be on the other one.
var ambiguous = []string{
	"#####",
	".....",
	".#...",
	"..#..",
	".....",
}

func repair(t *testing.T, r *GenerateRequest) *GenerateAnswer {
	t.Helper()
	r.Kind = "repair"
	response, err := Generate(context.Background(), &operations.Service{}, r)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func TestGenerateRepair(t *testing.T) {
	r := repair(t, &GenerateRequest{Input: operations.Input{Puzzle: (&object.Nonogram{Goal: ambiguous}).JSON()}, Levels: Levels{teach.Trivial, teach.Easy, teach.Medium}})
	if r.Repair.Before.Status != nonogram.Multiple || r.Repair.After.Status != nonogram.Unique || !r.Repair.Reached {
		t.Fatalf("found %+v, expected several solutions before and one after", r.Repair)
	}
	p, err := r.Puzzles[0].Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	result, err := solve.Solve(context.Background(), p, nonogram.Options{Limit: 2})
	if err != nil || result.Status != nonogram.Unique {
		t.Errorf("found %v %v, expected a unique puzzle", result, err)
	}
	after := r.Puzzles[0].Goal
	changed := 0
	for y, row := range ambiguous {
		for x := range row {
			if row[x] != after[y][x] {
				changed++
			}
		}
	}
	if changed == 0 || changed != len(r.Repair.Changes) {
		t.Errorf("found %d changes listed, %d made", len(r.Repair.Changes), changed)
	}
	for _, c := range r.Repair.Changes {
		if c.From != ambiguous[c.Row-1][c.Column-1:c.Column] || c.To != after[c.Row-1][c.Column-1:c.Column] {
			t.Errorf("found the change %+v, which is not what the pictures show", c)
		}
	}
}

func TestGenerateRepairWithinReason(t *testing.T) {
	// A diagonal has as many solutions as permutations, which one cell does not
	// change; the answer says so.
	diagonal := []string{"#.......", ".#......", "..#.....", "...#....", "....#...", ".....#..", "......#.", ".......#"}
	r := repair(t, &GenerateRequest{Input: operations.Input{Puzzle: (&object.Nonogram{Goal: diagonal}).JSON()}, RepairOptions: RepairOptions{MaxChanges: 1}})
	if r.Repair.Reached || r.Repair.Reason == "" || len(r.Repair.Changes) > 1 {
		t.Errorf("found %+v, expected a refusal with its reason", r.Repair)
	}
}

func TestGenerateRepairRefuses(t *testing.T) {
	for name, r := range map[string]GenerateRequest{
		"no puzzle": {},
		"doubt":     {Input: operations.Input{Puzzle: (&object.Nonogram{Goal: ambiguous}).JSON()}, RepairOptions: RepairOptions{Doubt: []float64{1}}},
		"two ways":  {Input: operations.Input{Puzzle: (&object.Nonogram{Goal: ambiguous}).JSON()}, RepairOptions: RepairOptions{MaxChanges: 1, MaxShare: 0.1}},
	} {
		r.Kind = "repair"
		_, err := Generate(context.Background(), &operations.Service{}, &r)
		if e := operations.AsError(err); err == nil || e.Code != operations.BadRequest {
			t.Errorf("%s: found %v, expected a bad request", name, err)
		}
	}
}

// A puzzle without a goal is repaired from a solution of its own, and one that has
// none has that verdict.
func TestRepairWithoutGoal(t *testing.T) {
	for _, c := range []struct {
		columns string
		code    record.Code
	}{{"[[1]]", record.CodeOK}, {"[[]]", record.CodeUnsolvable}} {
		puzzle := object.Puzzle(`{"rows":[[1]],"columns":` + c.columns + `}`)
		answer, err := operations.One(OpenRepair)(context.Background(), &operations.Service{}, &RepairRequest{Input: operations.Input{Puzzle: puzzle}})
		if err != nil || answer.Code() != c.code || (answer.Puzzle != nil) != (c.code == record.CodeOK) {
			t.Errorf("columns %s: %+v, %v, expected the code %d", c.columns, answer, err, c.code)
		}
	}
}
