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
	"nonogram/cmd/internal/operations/record"
)

// Items, chunks and results are stored as CBOR (RFC 8949), in its deterministic form, because
// keys are hashes of it. A 20 × 20 puzzle takes some 500 bytes and 20 µs. It is not a file format.

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

// The stored form of items and puzzles, as arrays without the names of fields.
type (
	storedItem struct {
		_                        struct{} `cbor:",toarray"`
		ID, File, Where, Message string
		Puzzle                   *storedPuzzle
	}
	storedPuzzle struct {
		_           struct{} `cbor:",toarray"`
		Texts       [8]string
		Palette     nonogram.Palette
		Rows, Cols  []byte // see encodeClues
		Given, Goal *nonogram.Grid
	}
)

// texts are the text fields of a puzzle.
func texts(p *nonogram.Puzzle) [8]*string {
	return [...]*string{&p.ID, &p.Title, &p.Author, &p.Copyright, &p.License, &p.Source, &p.Notes, &p.ReadAs}
}

// EncodeItem encodes an item. Whole includes the goal and all texts.
func EncodeItem(it *Item, whole bool) []byte {
	stored := storedItem{ID: it.ID, File: it.File, Where: it.Problem.Where, Message: it.Problem.Message}
	if p := it.Puzzle; p != nil {
		if !whole {
			p = &nonogram.Puzzle{Palette: p.Palette, Rows: p.Rows, Cols: p.Cols, Given: p.Given, ReadAs: p.ReadAs}
		}
		stored.Puzzle = &storedPuzzle{Palette: p.Palette, Rows: encodeClues(p.Rows), Cols: encodeClues(p.Cols), Given: p.Given, Goal: p.Goal}
		for i, text := range texts(p) {
			stored.Puzzle.Texts[i] = *text
		}
	}
	return encode(stored)
}

// ReadItem decodes an item.
func ReadItem(b []byte) (*Item, error) {
	var stored storedItem
	if err := decode(b, &stored); err != nil {
		return nil, err
	}
	it := &Item{ID: stored.ID, File: stored.File}
	s := stored.Puzzle
	if s == nil {
		it.Problem = record.Detail{Where: stored.Where, Message: stored.Message}
		return it, nil
	}
	it.Puzzle = &nonogram.Puzzle{Palette: s.Palette, Given: s.Given, Goal: s.Goal}
	for i, text := range texts(it.Puzzle) {
		*text = s.Texts[i]
	}
	for _, g := range []*nonogram.Grid{s.Given, s.Goal} {
		if g != nil && (nonogram.ValidateSize(g.Width, g.Height) != nil || len(g.Cells) != g.Width*g.Height) {
			return nil, errCodec
		}
	}
	var errRows, errCols error
	it.Puzzle.Rows, errRows = decodeClues(s.Rows)
	it.Puzzle.Cols, errCols = decodeClues(s.Cols)
	return it, errors.Join(errRows, errCols)
}

// encodeClues writes for every clue the number of its blocks, and their lengths and colors. As
// nested lists they would take twice as long to decode.
func encodeClues(clues []nonogram.Clue) []byte {
	var b []byte
	for _, clue := range clues {
		b = binary.AppendUvarint(b, uint64(len(clue)))
		for _, block := range clue {
			b = append(binary.AppendUvarint(b, uint64(block.Length)), byte(block.Color))
		}
	}
	return b
}

func decodeClues(b []byte) (clues []nonogram.Clue, err error) {
	r := bytes.NewReader(b)
	for r.Len() > 0 {
		n, err := binary.ReadUvarint(r)
		if err != nil || n > uint64(r.Len()) {
			return nil, errCodec
		}
		clue := slices.Grow(nonogram.Clue(nil), int(n))
		for range n {
			length, errLength := binary.ReadUvarint(r)
			color, errColor := r.ReadByte()
			if errLength != nil || errColor != nil || length > math.MaxInt32 {
				return nil, errCodec
			}
			clue = append(clue, nonogram.Block{Length: int(length), Color: nonogram.Color(color)})
		}
		clues = append(clues, clue)
	}
	return clues, nil
}
