package generate_test

import (
	"errors"
	"image"
	"math/rand/v2"
	"reflect"
	"testing"

	"nonogram/generate"
)

// A number names the same candidate on the sheet and alone, on any number of workers. A
// candidate that is reported as reached has one solution.
func TestCandidates(t *testing.T) {
	photo := photos(4)[1]
	o := generate.ImageOptions{Width: 20, Height: 16, Local: 0.5}
	all, err := generate.Candidates(t.Context(), photo.image, o, generate.RepairOptions{}, 3)
	if err != nil || len(all) != generate.CandidateCount {
		t.Fatal(len(all), err)
	}
	different := map[generate.Hash]bool{}
	for i, c := range all {
		if c.Number != i+1 {
			t.Errorf("number %d at place %d", c.Number, i+1)
		}
		if !c.Reached {
			t.Errorf("candidate %d, %s: %+v", c.Number, c.Options.Mode, c.After)
			continue
		}
		verify(t, c.Puzzle, nil)
		different[generate.HashOf(c.Puzzle)] = true
		one, err := generate.Candidates(t.Context(), photo.image, o, generate.RepairOptions{}, 1, c.Number)
		if err != nil || len(one) != 1 || !reflect.DeepEqual(one[0], c) {
			t.Errorf("candidate %d alone: %v, %v", c.Number, one, err)
		}
	}
	if len(different) < generate.CandidateCount*2/3 {
		t.Errorf("only %d of %d candidates differ", len(different), len(all))
	}
}

// The work for each candidate of noise is bounded, with descriptions and ratings, and all twelve
// are shown.
func TestCandidatesWork(t *testing.T) {
	noise := image.NewGray(image.Rect(0, 0, 112, 98))
	r := rand.New(rand.NewPCG(1, 53))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(r.IntN(256))
	}
	const most = 500_000
	all, err := generate.Candidates(t.Context(), noise, generate.ImageOptions{Width: 56, Height: 49}, generate.RepairOptions{Work: 50_000}, 2)
	if err != nil || len(all) != generate.CandidateCount {
		t.Fatal(len(all), err)
	}
	late := 0
	for _, c := range all {
		if c.Work > most {
			t.Errorf("candidate %d: %d lines, expected at most %d", c.Number, c.Work, most)
		}
		if !c.Reached {
			late++
			if c.Stopped != generate.StopWork {
				t.Errorf("candidate %d: %s", c.Number, c.Stopped)
			}
		}
	}
	if late == 0 {
		t.Error("no candidate needs more than its work")
	}
}

func TestCandidatesParameters(t *testing.T) {
	var param *generate.ParamError
	_, err := generate.Candidates(t.Context(), drawn("#."), generate.ImageOptions{}, generate.RepairOptions{}, 1, 13)
	if !errors.As(err, &param) || param.Param != "candidate" {
		t.Errorf("candidate 13: %v", err)
	}
	if _, err := generate.Candidates(t.Context(), drawn("#."), generate.ImageOptions{Width: -1}, generate.RepairOptions{}, 1); err == nil {
		t.Error("a width of -1 is accepted")
	}
}
