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
	"slices"
	"strings"
	"sync"
	"time"

	"nonogram/cmd/internal/atomicfile"
	"nonogram/cmd/internal/filelock"
)

// The store holds the progress of players: a file for each code. Files are replaced
// atomically and synced.
//
//	DIR/lock                      locked by the server
//	DIR/<hash of the code>.json   the progress
//	DIR/.nonogram-<random>.new    a file being written, removed after a crash
//
// The name is a hash, so that the names reveal no codes and every lookup takes the same
// time. Decision docs/decisions/0036-progress-on-a-server.md explains the choice of files.

const (
	storeEnding = ".json"
	// storeLeast is the least size that a file counts, about a block of a file system.
	storeLeast = 4 << 10
)

var (
	errNoCode  = errors.New("there is no such code")
	errChanged = errors.New("it has changed since")
	errFull    = errors.New("there is no room left")
)

// store is a folder of progress, used by one server.
type store struct {
	dir  string
	lock *os.File
	most int64 // bytes in sum

	mu   sync.Mutex // held by writers
	held int64
	// step is called before every step of writing; tests make it fail.
	step func() error
}

// storeLock is the file that the server of a folder has locked.
const storeLock = "lock"

// openStore creates the folder if it is missing, locks it, and adds up its files.
func openStore(dir string, most int64) (*store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := filelock.Acquire(filepath.Join(dir, storeLock))
	if errors.Is(err, filelock.ErrLocked) {
		return nil, fmt.Errorf("%s is in use by another server; expected a folder of its own", dir)
	} else if err != nil {
		return nil, err
	}
	s := &store{dir: dir, lock: lock, most: most, step: func() error { return nil }}
	if err := s.clean(); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return s, nil
}

// clean removes unfinished files and adds up the others.
func (s *store) clean() error {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		switch info, err := f.Info(); {
		case err != nil:
			return err
		case info.Mode().IsRegular() && atomicfile.Unfinished(f.Name()):
			if err := os.Remove(filepath.Join(s.dir, f.Name())); err != nil {
				return err
			}
		case strings.HasSuffix(f.Name(), storeEnding):
			s.held += counted(info.Size())
		}
	}
	return nil
}

// close releases the folder for another server.
func (s *store) close() error { return s.lock.Close() }

// counted is the size of a file as it counts against the limit.
func counted(size int64) int64 { return max(size, storeLeast) }

// add stores new progress and returns its code, 26 characters of 5 bits. The function is
// asked whether so many bytes may be added.
func (s *store) add(body []byte, allow func(bytes int64) error) (code, tag string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := allow(counted(int64(len(body)))); err != nil {
		return "", "", err
	}
	code = rand.Text()
	return code, tagOf(body), s.put(s.path(code), 0, body)
}

// get reads the progress of a code, and notes its use.
func (s *store) get(code string) (body []byte, tag string, err error) {
	body, err = os.ReadFile(s.path(code))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoCode
	}
	if err == nil {
		_ = os.Chtimes(s.path(code), time.Time{}, time.Now()) // at worst it counts as unused
	}
	return body, tagOf(body), err
}

// replace stores new progress under a code, if the old one still has the tag.
func (s *store) replace(code, tag string, body []byte, allow func(bytes int64) error) (now string, err error) {
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
	size := counted(int64(len(before)))
	if err := allow(counted(int64(len(body))) - size); err != nil {
		return "", err
	}
	return now, s.put(s.path(code), size, body)
}

// forget removes the progress of a code.
func (s *store) forget(code string) error {
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

// unusedTime is how long progress must be unused before it makes room for other progress.
// The browsers that used it keep theirs.
const unusedTime = 90 * 24 * time.Hour

// makeRoom removes the progress that was unused longest until there is room for more bytes.
func (s *store) makeRoom(more int64) error {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	var unused []fs.FileInfo
	for _, f := range files {
		if info, err := f.Info(); err == nil && strings.HasSuffix(f.Name(), storeEnding) && time.Since(info.ModTime()) > unusedTime {
			unused = append(unused, info)
		}
	}
	slices.SortFunc(unused, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range unused {
		if s.held+more <= s.most {
			break
		}
		if err := os.Remove(filepath.Join(s.dir, info.Name())); err != nil {
			return err
		}
		s.held -= counted(info.Size())
	}
	if s.held+more > s.most {
		return errFull
	}
	return nil
}

// put writes a file that counted before bytes.
func (s *store) put(path string, before int64, body []byte) error {
	more := counted(int64(len(body))) - before
	if s.held+more > s.most {
		if err := s.makeRoom(more); err != nil {
			return err
		}
	}
	after := s.held + more
	how := atomicfile.File{Mode: 0o600, Synced: true, Before: func(step atomicfile.Step) error {
		if step == atomicfile.SyncFolder {
			s.held = after
		}
		return s.step()
	}}
	return how.Write(path, func(w io.Writer) error {
		_, err := w.Write(body)
		return err
	})
}

// path is the file of a code. Spaces, hyphens and case do not matter.
func (s *store) path(code string) string {
	plain := strings.NewReplacer("-", "", " ", "").Replace(strings.ToUpper(code))
	sum := sha256.Sum256([]byte(plain))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:])+storeEnding)
}

// tagOf is the ETag of a content.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return fmt.Sprintf("%q", hex.EncodeToString(sum[:16]))
}
