package main

import (
	"iter"

	"nonogram/internal/operations/record"
	"nonogram/internal/service/batch"
)

// sizedItems yields the puzzles of the input in the form of batch items.
func (in *inputs) sizedItems(a *app, whole bool) iter.Seq[batch.Sized] {
	files := in.files
	if len(files) == 0 {
		files = []string{"-"}
	}
	return func(yield func(batch.Sized) bool) {
		for _, file := range files {
			for it := range in.fileItems(a.in, file) {
				if !yield(sized(it, whole)) {
					return
				}
			}
		}
	}
}

func sized(it item, whole bool) batch.Sized {
	b := batch.Item{ID: it.id, File: it.file, Puzzle: it.puzzle}
	if it.err != nil {
		b.Puzzle, b.Problem = nil, record.NewError(it.id, it.file, it.err).Error
		return batch.Sized{Item: batch.AppendItem(nil, &b, whole), Size: 1}
	}
	return batch.Sized{Item: batch.AppendItem(nil, &b, whole), Size: it.puzzle.Width() * it.puzzle.Height()}
}
