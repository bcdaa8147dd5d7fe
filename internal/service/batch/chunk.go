package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"iter"
	"strconv"

	"nonogram/internal/operations/record"
)

// Chunks: how many items go together. A chunk costs the queue about a millisecond
// (two synced writes, some messages), so it should be worth many; but the last chunk
// of a job keeps one worker busy while others have nothing to do, and a worker that
// dies repeats its chunk. So chunks grow with the job, to at most a share of all
// before, until they have enough cells to be worth their cost. The cut depends on
// the items alone, so that sending the same job again makes the same chunks.

const (
	// chunkShare is the largest share of all items so far that one chunk may have,
	// beyond chunkLeast cells, which are some milliseconds of work.
	chunkShare = 16
	chunkLeast = 4000
	// chunkItems, chunkCells and chunkBytes bound a chunk: several hundred puzzles
	// of the usual size, some tenths of a second of work. Results stay within the
	// megabyte that a server takes in one message by default.
	chunkItems = 1000
	chunkCells = 200_000
	chunkBytes = 384 << 10
)

// Sized is an item in the form in which it travels, and what it counts for in a
// chunk: its cells, or anything that grows with its work.
type Sized struct {
	Item []byte
	Size int
}

// chunk is consecutive items.
type chunk struct {
	index int
	items [][]byte
	bytes int
	size  int
}

// chunks groups items. With every > 0 each chunk has so many.
func chunks(items iter.Seq[Sized], every int) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		c, before := &chunk{}, 0
		for it := range items {
			if len(c.items) > 0 && c.full(it, before, every) {
				if !yield(c) {
					return
				}
				before += len(c.items)
				c = &chunk{index: c.index + 1}
			}
			c.items = append(c.items, it.Item)
			c.bytes += len(it.Item)
			c.size += it.Size
		}
		if len(c.items) > 0 {
			yield(c)
		}
	}
}

func (c *chunk) full(next Sized, before, every int) bool {
	n := len(c.items)
	if c.bytes+len(next.Item) > chunkBytes {
		return true
	}
	if every > 0 {
		return n >= every
	}
	share := c.size+next.Size > chunkLeast && n >= before/chunkShare
	return share || n >= chunkItems || c.size+next.Size > chunkCells
}

func (c *chunk) encode() []byte {
	b := binary.AppendUvarint(make([]byte, 0, c.bytes+4*len(c.items)+8), uint64(len(c.items)))
	for _, item := range c.items {
		b = append(binary.AppendUvarint(b, uint64(len(item))), item...)
	}
	return b
}

func decodeChunk(b []byte) ([][]byte, error) {
	d := &decoder{b: b}
	items := make([][]byte, d.length())
	for i := range items {
		items[i] = d.bytes()
	}
	return items, d.end()
}

// key is the hash of all that the result of a chunk depends on: the program, the
// kind of work, its request, the items.
func (j *Job) key(body []byte) string {
	h := sha256.New()
	for _, part := range [][]byte{[]byte(j.Version), []byte(j.Kind), compact(j.Request), strconv.AppendBool(nil, j.Files), body} {
		h.Write(binary.AppendUvarint(nil, uint64(len(part))))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// compact is a request as it is stored: JSON without spaces, and with the characters
// escaped that encoding/json escapes.
func compact(request json.RawMessage) []byte {
	if len(request) == 0 {
		return nil
	}
	data, err := json.Marshal(request)
	if err != nil {
		return request // no JSON: the kind will say so
	}
	return data
}

// CodeAside is the code of an item that has killed its workers, beside those of
// [record.Code].
const CodeAside record.Code = 5

// Result is what came of one item.
type Result struct {
	Code   record.Code
	Output []byte
}

func encodeResults(results []Result) []byte {
	size := 8
	for i := range results {
		size += len(results[i].Output) + 6
	}
	b := binary.AppendUvarint(make([]byte, 0, size), uint64(len(results)))
	for _, r := range results {
		b = append(b, byte(r.Code))
		b = append(binary.AppendUvarint(b, uint64(len(r.Output))), r.Output...)
	}
	return b
}

func decodeResults(b []byte) ([]Result, error) {
	d := &decoder{b: b}
	results := make([]Result, d.length())
	for i := range results {
		results[i] = Result{record.Code(d.byte()), d.bytes()}
	}
	return results, d.end()
}
