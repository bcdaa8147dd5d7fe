package server

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"nonogram/internal/atomicfile"
)

// The shelf holds what players keep on the server: a file for each code, as it was
// sent. It is replaced in one step, synced before and after, so that a crash leaves
// the one before or the one after.
//
//	DIR/<hash of the code>.json      the progress
//	DIR/<hash of the code>.json.new  one being written, of no meaning after a crash
//
// The name is a hash, so that who reads the folder knows no code, and every code, good
// or not, is looked up by the same work. Why files: docs/decisions/0036-progress-on-a-server.md.

const (
	shelfEnding = ".json"
	// shelfLeast is what a file counts at least, about what a file system takes.
	shelfLeast = 4 << 10
)

var (
	errNoCode  = errors.New("there is no such code")
	errChanged = errors.New("it has been changed meanwhile")
	errFull    = errors.New("there is no room left")
)

// shelf is a folder of progress. One server has it.
type shelf struct {
	dir  string
	most int64 // bytes in sum

	mu   sync.Mutex // for whoever writes
	held int64
	// step is called before every step of writing, in tests, which have it fail.
	step func() error
}

// openShelf makes the folder if it is missing, and counts what is in it.
func openShelf(dir string, most int64) (*shelf, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	s := &shelf{dir: dir, most: most, step: func() error { return nil }}
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		switch info, err := f.Info(); {
		case err != nil:
			return nil, err
		case strings.HasSuffix(f.Name(), shelfEnding+atomicfile.NewEnding):
			if err := os.Remove(filepath.Join(dir, f.Name())); err != nil {
				return nil, err
			}
		case strings.HasSuffix(f.Name(), shelfEnding):
			s.held += counted(info.Size())
		}
	}
	return s, nil
}

// counted is what a file of so many bytes takes from the sum.
func counted(size int64) int64 { return max(size, shelfLeast) }

// add keeps something new, and gives the code by which it is found: 26 characters out
// of 32, which nobody guesses.
func (s *shelf) add(body []byte) (code, tag string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	code = rand.Text()
	return code, tagOf(body), s.put(s.path(code), 0, body)
}

// get finds what is kept under a code.
func (s *shelf) get(code string) (body []byte, tag string, err error) {
	body, err = os.ReadFile(s.path(code))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoCode
	}
	return body, tagOf(body), err
}

// replace keeps something else under a code, if what is there still has the tag.
func (s *shelf) replace(code, tag string, body []byte) (now string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, known, err := s.get(code)
	switch now = tagOf(body); {
	case err != nil:
		return "", err
	case tag != known:
		return "", errChanged
	case now == known:
		return now, nil
	}
	return now, s.put(s.path(code), counted(int64(len(before))), body)
}

// forget removes what is kept under a code.
func (s *shelf) forget(code string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	body, _, err := s.get(code)
	if err == nil {
		err = os.Remove(s.path(code))
	}
	if err == nil {
		s.held -= counted(int64(len(body)))
		err = s.step()
	}
	if err == nil {
		err = atomicfile.SyncNames(s.dir)
	}
	return err
}

// put writes a file that took so many bytes before.
func (s *shelf) put(path string, before int64, body []byte) error {
	after := s.held - before + counted(int64(len(body)))
	if after > s.most {
		return errFull
	}
	how := atomicfile.File{Mode: 0o600, Synced: true, Before: func(step atomicfile.Step) error {
		if step == atomicfile.SyncFolder {
			s.held = after // it is in its place
		}
		return s.step()
	}}
	return how.Write(path, func(w io.Writer) error {
		_, err := w.Write(body)
		return err
	})
}

// path is where a code is kept. Groups and small letters make no difference to people,
// and so to nobody.
func (s *shelf) path(code string) string {
	plain := strings.NewReplacer("-", "", " ", "").Replace(strings.ToUpper(code))
	sum := sha256.Sum256([]byte(plain))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:])+shelfEnding)
}

// tagOf tells two contents apart, as the ETag of HTTP.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return fmt.Sprintf("%q", hex.EncodeToString(sum[:16]))
}
