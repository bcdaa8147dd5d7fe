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
		newWork := func() pipeline.Work[numbered, line] {
			work := <-works
			return func(ctx context.Context, n numbered) (l line) {
				l.text = guarded(func() []byte {
					answer, err := answerFor(ctx, work, n)
					l.solved, _ = answer.(*operations.SolveAnswer)
					return operations.JSON(answer, err)
				})
				return l
			}
		}
		var columns bytes.Buffer
		items := func(yield func(numbered) bool) {
			for read := range readers {
				if number++; !yield(numbered{read, first + number - 1}) {
					return
				}
			}
		}
		_ = pipeline.Each(ctx, items, pipeline.Options[numbered]{Workers: workers}, newWork, func(_ numbered, l line) error {
			lines.Write(l.text)
			lines.WriteByte('\n')
			if shape != nil {
				l.column(&columns, int(shape[1]*shape[2]))
			}
			j.answered.Add(1)
			return nil
		})
		if shape != nil {
			lines.WriteByte(0)
		}
		return append(lines.Bytes(), columns.Bytes()...)
	})
}

// line is an answer, and that of solve as it was before it became JSON.
type line struct {
	text   []byte
	solved *operations.SolveAnswer
}

// column writes the status and the cells of a solution, so that an array of puzzles becomes one of
// solutions without a reader of JSON, which would take as long as solving.
func (l *line) column(b *bytes.Buffer, cells int) {
	open := byte(noCell)
	switch {
	case l.solved == nil:
		b.WriteByte(open)
	default:
		b.WriteByte(byte(l.solved.Result.Status))
		if len(l.solved.Result.Solutions) > 0 {
			for _, c := range l.solved.Result.Solutions[0].Cells {
				b.WriteByte(byte(c))
			}
			return
		}
	}
	b.Write(bytes.Repeat([]byte{open}, cells))
}

// noCell is -1 of type int8.
const noCell = 0xff

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
	if err := nonogram.ValidateSize(int(width), int(height)); err != nil {
		return nil, operations.Errorf(operations.BadRequest, "shape", "%v", err)
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
func arrayReader(array []byte, height, longest int) puzzleReader {
	return func(number int) (*nonogram.Puzzle, error) {
		data := array
		numbers := len(data) / bytesPerNumber
		blocks, lines := make([]nonogram.Block, 0, numbers), make([]nonogram.Clue, numbers/longest)
		for i := range lines {
			begin := len(blocks)
			for range longest {
				if n := int32(binary.NativeEndian.Uint32(data)); n != 0 {
					blocks = append(blocks, nonogram.Block{Length: int(n), Color: nonogram.Black})
				}
				data = data[bytesPerNumber:]
			}
			lines[i] = blocks[begin:len(blocks):len(blocks)]
		}
		return &nonogram.Puzzle{ID: strconv.Itoa(number), Palette: nonogram.BlackAndWhite(), Rows: lines[:height], Cols: lines[height:]}, nil
	}
}
