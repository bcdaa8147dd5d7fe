package batch

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/fxamacker/cbor/v2"

	"nonogram"
	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/record"
)

// Chunks and results are stored as CBOR (RFC 8949), in its deterministic form, because keys are
// hashes of it. Items are sequences of byte strings, each after its length: every puzzle is
// encoded once and decoded twice, and this takes 1 µs for a 10 × 10 puzzle, where CBOR takes 5.
// Answers are CBOR until they are checked: it takes a third of the time of JSON to read. None is
// a file format.

// errCodec reports data from the queue that this program did not write.
var errCodec = errors.New("the queue holds data of another version of this program")

var (
	encoder = sync.OnceValue(func() cbor.EncMode { return must(cbor.CoreDetEncOptions().EncMode()) })
	// decoder accepts names of files that are not UTF-8.
	decoder = sync.OnceValue(func() cbor.DecMode { return must(cbor.DecOptions{UTF8: cbor.UTF8DecodeInvalid}.DecMode()) })
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // constant options, or a value of plain fields
	}
	return v
}

// Answers have the texts of their types, as in JSON, and nothing that JSON has not.
var (
	answerEncoder = sync.OnceValue(func() cbor.EncMode {
		return must(cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}.EncMode())
	})
	answerDecoder = sync.OnceValue(func() cbor.DecMode {
		return must(cbor.DecOptions{
			TextUnmarshaler: cbor.TextUnmarshalerTextString, UTF8: cbor.UTF8DecodeInvalid, MaxArrayElements: math.MaxInt32,
			ExtraReturnErrors: cbor.ExtraDecErrorUnknownField, DupMapKey: cbor.DupMapKeyEnforcedAPF,
			NaN: cbor.NaNDecodeForbidden, Inf: cbor.InfDecodeForbidden,
		}.DecMode())
	})
)

func encodeAnswer(a operations.Answer) []byte { return must(answerEncoder().Marshal(a)) }

// readAnswer reads an answer of a worker, or a line of JSON as earlier ones sent it.
func readAnswer(b []byte, a operations.Answer) error {
	if bytes.HasPrefix(b, []byte("{")) {
		return readLine(b, a)
	}
	if err := answerDecoder().Unmarshal(b, a); err != nil {
		return fmt.Errorf("%w: it is not an answer of the operation: %w", errCheck, err)
	}
	return nil
}

func encode(v any) []byte { return must(encoder().Marshal(v)) }

func decode(b []byte, v any) error {
	if err := decoder().Unmarshal(b, v); err != nil {
		return fmt.Errorf("%w: %w", errCodec, err)
	}
	return nil
}

// decodeResults decodes the results of a chunk, also those of version 0.1: their number,
// and for each its code, its length and its bytes.
func decodeResults(b []byte) (results []Result, err error) {
	if err = decode(b, &results); err == nil {
		return results, nil
	}
	r := bytes.NewReader(b)
	n, errOld := binary.ReadUvarint(r)
	if errOld != nil || n > uint64(r.Len()) {
		return nil, err
	}
	results = make([]Result, n)
	for i := range results {
		code, errCode := r.ReadByte()
		length, errLength := binary.ReadUvarint(r)
		if errCode != nil || errLength != nil || length > uint64(r.Len()) {
			return nil, err
		}
		results[i] = Result{Code: record.Code(code), Output: make([]byte, length)}
		_, _ = r.Read(results[i].Output)
	}
	if r.Len() > 0 {
		return nil, err
	}
	return results, nil
}

// Item is one puzzle of a job, or the error in its place.
type Item struct {
	ID   string
	File string // where it comes from
	// Puzzle is nil if Problem is set.
	Puzzle  *nonogram.Puzzle
	Problem record.Detail
}

// texts are the text fields of an item and of its puzzle, which may be nil.
func texts(it *Item) []*string {
	all := []*string{&it.ID, &it.File, &it.Problem.Where, &it.Problem.Message}
	if p := it.Puzzle; p != nil {
		all = append(all, &p.ID, &p.Title, &p.Author, &p.Copyright, &p.License, &p.Source, &p.Notes, &p.ReadAs)
	}
	return all
}

// The first byte of an item: its puzzle has a palette of its own, or grids.
const (
	itemProblem byte = iota
	itemPlain
	itemRich
	itemShaped // rich, and the sides of a triddler
)

// richParts are the parts that few puzzles have.
type richParts struct {
	_           struct{} `cbor:",toarray"`
	Palette     nonogram.Palette
	Given, Goal *nonogram.Grid
}

var plainPalette = sync.OnceValue(nonogram.BlackAndWhite)

// EncodeItem encodes an item. Whole includes the goal and all texts.
func EncodeItem(it *Item, whole bool) []byte {
	if p := it.Puzzle; p != nil && !whole {
		it = &Item{ID: it.ID, File: it.File, Problem: it.Problem, Puzzle: &nonogram.Puzzle{Palette: p.Palette, Rows: p.Rows, Cols: p.Cols, Shape: p.Shape, Given: p.Given, ReadAs: p.ReadAs}}
	}
	b := make([]byte, 1, 256)
	for _, text := range texts(it) {
		b = appendPart(b, *text)
	}
	p := it.Puzzle
	if p == nil {
		return b
	}
	b = appendPart(b, encodeClues(p.Rows))
	b = appendPart(b, encodeClues(p.Cols))
	if b[0] = itemPlain; p.Shape != nil || p.Given != nil || p.Goal != nil || !slices.Equal(p.Palette, plainPalette()) {
		b[0] = itemRich
		b = appendPart(b, encode(richParts{Palette: p.Palette, Given: p.Given, Goal: p.Goal}))
	}
	if p.Shape != nil {
		b[0] = itemShaped
		b = appendPart(b, encode(p.Shape.Sides))
	}
	return b
}

func appendPart[T string | []byte](b []byte, part T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(part))), part...)
}

// partReader reads parts until one is not there.
type partReader struct {
	b   []byte
	bad bool
}

func (r *partReader) next() []byte {
	n, rest := number(r.b)
	if rest == nil || n > uint64(len(rest)) {
		r.b, r.bad = nil, true
		return nil
	}
	r.b = rest[n:]
	return rest[:n]
}

// ReadItem decodes an item.
func ReadItem(b []byte) (*Item, error) {
	if len(b) == 0 || b[0] > itemShaped {
		return nil, errCodec
	}
	it, r := &Item{}, partReader{b: b[1:]}
	if b[0] != itemProblem {
		it.Puzzle = &nonogram.Puzzle{}
	}
	for _, text := range texts(it) {
		*text = string(r.next())
	}
	if p := it.Puzzle; p != nil {
		var errRows, errCols, errRich, errShape error
		p.Rows, errRows = decodeClues(r.next())
		p.Cols, errCols = decodeClues(r.next())
		p.Palette = slices.Clone(plainPalette())
		if b[0] >= itemRich {
			var rich richParts
			errRich = decode(r.next(), &rich)
			p.Palette, p.Given, p.Goal = rich.Palette, rich.Given, rich.Goal
		}
		if b[0] == itemShaped {
			var sides [6]int
			errShape = decode(r.next(), &sides)
			if errShape == nil {
				p.Shape, errShape = nonogram.Triddler(sides)
			}
		}
		if err := errors.Join(errRows, errCols, errRich, errShape); err != nil {
			return nil, err
		}
		for _, g := range []*nonogram.Grid{p.Given, p.Goal} {
			if g != nil && (nonogram.ValidateSize(g.Width, g.Height) != nil || len(g.Cells) != g.Width*g.Height) {
				return nil, errCodec
			}
		}
	}
	if r.bad || len(r.b) > 0 {
		return nil, errCodec
	}
	return it, nil
}

// encodeClues writes the number of clues, and for each the number of its blocks, and their
// lengths and colors.
func encodeClues(clues []nonogram.Clue) []byte {
	b := binary.AppendUvarint(make([]byte, 0, 128), uint64(len(clues)))
	for _, clue := range clues {
		b = binary.AppendUvarint(b, uint64(len(clue)))
		for _, block := range clue {
			b = append(binary.AppendUvarint(b, uint64(block.Length)), byte(block.Color))
		}
	}
	return b
}

func decodeClues(b []byte) ([]nonogram.Clue, error) {
	count, b := number(b)
	if b == nil || count > uint64(len(b)) {
		return nil, errCodec
	}
	blocks := make([]nonogram.Block, 0, (len(b)-int(count))/2) // a block has two bytes at least
	clues := make([]nonogram.Clue, count)
	for i := range clues {
		first := len(blocks)
		var n, length uint64
		for n, b = number(b); n > 0; n-- {
			if length, b = number(b); len(b) == 0 || length > math.MaxInt32 {
				return nil, errCodec
			}
			blocks = append(blocks, nonogram.Block{Length: int(length), Color: nonogram.Color(b[0])})
			b = b[1:]
		}
		if len(blocks) > first {
			clues[i] = blocks[first:len(blocks):len(blocks)]
		}
	}
	if b == nil || len(b) > 0 {
		return nil, errCodec
	}
	return clues, nil
}

// number splits a number off; what is left is nil if there is none.
func number(b []byte) (n uint64, rest []byte) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), b[1:]
	}
	n, size := binary.Uvarint(b)
	if size <= 0 {
		return 0, nil
	}
	return n, b[size:]
}
