package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
	"iter"
	"strconv"

	"nonogram/cmd/internal/operations/record"
)

// The size of chunks. A chunk costs the queue about a millisecond (two synced writes and
// some messages), which favors large ones; the last chunk of a job keeps other workers
// waiting, and the chunk of a dead worker is repeated, which favors small ones. So
// chunks grow with the job, up to a share of the items before them. The division depends
// on the items alone, so that sending a job again makes the same chunks.

const (
	// A chunk above chunkLeast cells, some milliseconds of work, has at most
	// 1/chunkShare of the items before it.
	chunkShare = 16
	chunkLeast = 4000
	// Bounds of a chunk: several hundred usual puzzles, some tenths of a second of work.
	// Results stay below a megabyte, the default limit of servers for a message.
	chunkItems = 1000
	chunkCells = 200_000
	chunkBytes = 384 << 10
	// certifiedShare is by how much chunks of a job with certificates are smaller. Random
	// boards have 6 to 10 bytes of certificate per cell.
	certifiedShare = 8
)

// Sized is an encoded item and its size: its cells, or another measure of its work.
type Sized struct {
	Item []byte
	Size int
}

// chunk is a sequence of items.
type chunk struct {
	index int
	items [][]byte
	bytes int
	size  int
}

// chunks groups items. With every > 0 each chunk has that many, otherwise at most that many
// cells.
func chunks(items iter.Seq[Sized], every, cells int) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		c, before := &chunk{}, 0
		for it := range items {
			if len(c.items) > 0 && c.full(it, before, every, cells) {
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

func (c *chunk) full(next Sized, before, every, cells int) bool {
	n := len(c.items)
	if c.bytes+len(next.Item) > chunkBytes {
		return true
	}
	if every > 0 {
		return n >= every
	}
	share := c.size+next.Size > chunkLeast && n >= before/chunkShare
	return share || n >= chunkItems || c.size+next.Size > cells
}

// chunkCells bounds the cells of a chunk of the job.
func (j *Job) chunkCells() int {
	if j.Certify {
		return chunkCells / certifiedShare
	}
	return chunkCells
}

// key is the hash of everything that the result of a chunk depends on.
func (j *Job) key(body []byte) string {
	h := sha256.New()
	for _, part := range [][]byte{[]byte(j.Version), []byte(j.Kind), compact(j.Request), strconv.AppendBool(strconv.AppendBool(nil, j.Files), j.Certify), body} {
		h.Write(binary.AppendUvarint(nil, uint64(len(part))))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// digest is the hash of the keys of all chunks of a job, in order.
type digest struct{ hash.Hash }

func newDigest() digest         { return digest{sha256.New()} }
func (d digest) add(key string) { d.Write([]byte(key)) }
func (d digest) String() string { return hex.EncodeToString(d.Sum(nil)[:16]) }

// compact normalises a request to the form in which it is stored.
func compact(request json.RawMessage) []byte {
	if len(request) == 0 {
		return nil
	}
	data, err := json.Marshal(request)
	if err != nil {
		return request // malformed: Kind.Open reports it
	}
	return data
}

// CodeAside is the code of an item that was set aside, in addition to those of
// [record.Code].
const CodeAside record.Code = 5

// Result is the outcome of one item.
type Result struct {
	Code   record.Code
	Output []byte
	Proof  []byte `cbor:",omitempty"` // the certificate, if the job asks for one

	word bool // the answer is the word of a worker; only the collector knows
}
