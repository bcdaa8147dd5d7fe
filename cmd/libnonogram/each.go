package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"iter"
	"runtime"
	"strconv"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
	"nonogram/internal/object"
	"nonogram/internal/pipeline"
)

// Many puzzles are read and answered by as many workers as there are cores, in the order of the
// input. An array of numbers is the fastest input: it needs no text.

// puzzleReader reads one of the puzzles; its number is its default name.
type puzzleReader func(number int) (*nonogram.Puzzle, error)

// beginEach starts the answers for many puzzles.
func beginEach(name string, request, puzzles []byte, shape *[4]int64, first int) uint64 {
	return run(false, func(ctx context.Context, j *job, s *operations.Service) []byte {
		readers, err := readersOf(puzzles, shape)
		if err != nil {
			return operations.JSON(nil, err)
		}
		workers := runtime.GOMAXPROCS(0)
		works, err := opened(name, s, request, workers)
		if err != nil {
			return operations.JSON(nil, err)
		}
		var lines bytes.Buffer
		number := 0
		newWork := func() pipeline.Work[numbered, []byte] {
			work := <-works
			return func(ctx context.Context, n numbered) []byte {
				return guarded(func() []byte { return operations.JSON(answerFor(ctx, work, n)) })
			}
		}
		items := func(yield func(numbered) bool) {
			for read := range readers {
				if number++; !yield(numbered{read, first + number - 1}) {
					return
				}
			}
		}
		_ = pipeline.Each(ctx, items, pipeline.Options[numbered]{Workers: workers}, newWork, func(_ numbered, line []byte) error {
			lines.Write(line)
			lines.WriteByte('\n')
			j.answered.Add(1)
			return nil
		})
		return lines.Bytes()
	})
}

type numbered struct {
	read   puzzleReader
	number int
}

// opened opens an operation once for each worker.
func opened(name string, s *operations.Service, request []byte, workers int) (chan operations.Work[operations.Answer], error) {
	o, err := named(name)
	if err == nil && o.Open == nil {
		err = operations.Errorf(operations.Unsupported, "operation", "%s takes no puzzle", name)
	}
	works := make(chan operations.Work[operations.Answer], workers)
	for err == nil && len(works) < workers {
		var work operations.Work[operations.Answer]
		work, err = o.Open(s, request)
		works <- work
	}
	return works, err
}

// answerFor reads a puzzle and answers for it, as the operation does for the puzzle of a request.
func answerFor(ctx context.Context, work operations.Work[operations.Answer], n numbered) (any, error) {
	p, err := n.read(n.number)
	if err != nil {
		return nil, err
	}
	answer, err := work(ctx, p)
	if err != nil {
		return nil, err
	}
	answer.Name(p.ID)
	answer.From(record.Origin{ReadAs: p.ReadAs})
	return answer, nil
}

// readersOf divides the puzzles.
func readersOf(puzzles []byte, shape *[4]int64) (iter.Seq[puzzleReader], error) {
	if shape == nil {
		return func(yield func(puzzleReader) bool) {
			for line := range bytes.Lines(puzzles) {
				if line = bytes.TrimSpace(line); len(line) > 0 && !yield(lineReader(line)) {
					return
				}
			}
		}, nil
	}
	number, height, width, longest := shape[0], shape[1], shape[2], shape[3]
	if number < 0 || min(height, width, longest) < 1 || max(height, width, longest) > maxNumbers {
		return nil, operations.Errorf(operations.BadRequest, "shape", "found %d, expected numbers from 1 to %d", *shape, maxNumbers)
	}
	each := (height + width) * longest * bytesPerNumber
	if size := int64(len(puzzles)); size%each != 0 || size/each != number {
		return nil, operations.Errorf(operations.BadRequest, "shape", "found %d bytes, expected %d × (%d + %d) × %d numbers of %d bytes",
			len(puzzles), number, height, width, longest, bytesPerNumber)
	}
	return func(yield func(puzzleReader) bool) {
		for i := range number {
			if !yield(arrayReader(puzzles[i*each:(i+1)*each], int(height), int(longest))) {
				return
			}
		}
	}, nil
}

const (
	bytesPerNumber = 4
	maxNumbers     = 1 << 20 // of a dimension
)

// lineReader reads a puzzle of JSON.
func lineReader(line []byte) puzzleReader {
	return func(number int) (*nonogram.Puzzle, error) { return object.Puzzle(line).Read("", number) }
}

// arrayReader reads a puzzle of numbers. Zeros are no numbers.
func arrayReader(data []byte, height, longest int) puzzleReader {
	return func(number int) (*nonogram.Puzzle, error) {
		var lines [][]int
		for clue := range sliced(data, longest*bytesPerNumber) {
			line := []int{}
			for n := range sliced(clue, bytesPerNumber) {
				if n := int32(binary.NativeEndian.Uint32(n)); n != 0 {
					line = append(line, int(n))
				}
			}
			lines = append(lines, line)
		}
		p := nonogram.New(lines[:height], lines[height:])
		p.ID = strconv.Itoa(number)
		return p, nil
	}
}

// sliced yields the parts of a number of bytes.
func sliced(data []byte, size int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for ; len(data) > 0; data = data[size:] {
			if !yield(data[:size]) {
				return
			}
		}
	}
}
