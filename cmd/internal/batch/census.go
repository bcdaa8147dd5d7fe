package batch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"

	"nonogram/cmd/internal/batch/census"
	"nonogram/cmd/internal/operations/record"
)

// Census is the result of a census (package census). An item is a range of classes.
type Census struct {
	Width    int  `json:"width"`
	Height   int  `json:"height"`
	Complete bool `json:"complete"`
	census.Tally
}

var censusKind = Kind{
	Name:    "census",
	Request: reflect.TypeFor[census.Size](),
	Open: func(j *Job) (Work, error) {
		var size census.Size
		if err := j.read(&size); err != nil {
			return nil, err
		}
		p, err := census.New(size)
		if err != nil {
			return nil, err
		}
		c := p.NewCounter()
		return func(ctx context.Context, item []byte) (Result, error) {
			var classes [2]int
			if err := decode(item, &classes); err != nil {
				return Result{}, err
			}
			return Result{Code: record.CodeOK, Output: JSONLine(c.Count(ctx, classes[0], classes[1]))}, nil
		}, nil
	},
	Merge: mergeCensus,
}

// mergeCensus adds up the parts, and returns ErrIncomplete if some are missing.
func mergeCensus(w io.Writer, job *Job, results iter.Seq2[Result, error]) error {
	var size census.Size
	if err := job.read(&size); err != nil {
		return err
	}
	total := Census{Width: size.Width, Height: size.Height, Complete: true}
	var missing error
	for r, err := range results {
		if errors.Is(err, ErrIncomplete) {
			total.Complete, missing = false, err
			break
		} else if err != nil {
			return err
		}
		var part census.Tally
		if err := json.Unmarshal(r.Output, &part); err != nil || r.Code != record.CodeOK {
			return fmt.Errorf("a part of the census failed: %s", r.Output)
		}
		total.Add(&part)
	}
	if all := uint64(1) << (size.Width * size.Height); total.Complete && total.Grids != all {
		return fmt.Errorf("the parts of the census add up to %d grids, expected %d", total.Grids, all)
	}
	if _, err := w.Write(JSONLine(total)); err != nil {
		return err
	}
	return missing
}

// NewCensus returns the job of a census and its items.
func NewCensus(size census.Size) (*Job, iter.Seq[Sized], error) {
	p, err := census.New(size)
	if err != nil {
		return nil, nil, err
	}
	items := func(yield func(Sized) bool) {
		for from, to := range p.Slices() {
			if !yield(Sized{encode([2]int{from, to}), 1}) {
				return
			}
		}
	}
	return &Job{Kind: censusKind.Name, Request: encoded(size)}, items, nil
}
