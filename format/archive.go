// Archives of puzzle files: .zip (FreeNono's .nonopack is one), .gz, .tar and .tar.gz,
// found by their first bytes. They are unpacked in memory, a file at a time, and no
// further than their own size allows: whoever packs a gigabyte of zeros into a
// kilobyte has no puzzles in it. An archive in an archive is opened, one in that is not.

package format

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"nonogram/internal/plural"
	"path"
	"strings"
)

// The limits of an archive.
const (
	// MaxMembers is how many files of an archive are read.
	MaxMembers = 100_000

	// A file in an archive has at most spareBytes and perFile times as many bytes as
	// the archive, all together spareBytes and perArchive times as many: clues as
	// text shrink to a tenth, pictures of one color to a hundredth.
	spareBytes = 4 << 20
	perFile    = 32
	perArchive = 100

	// maxArchives is how many archives are in each other: a .tar in a .gz in a .zip.
	maxArchives = 3
)

// Member is a file of an archive, or one that is none.
type Member struct {
	Name string // with that of the archive before it
	Data []byte
}

// Members yields the files of an archive, with an error in the place of one that
// cannot be read; or the file itself, if it is no archive. Files that begin with a dot
// and what systems add to archives are left out.
func Members(data []byte, filename string) iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) {
		u := &unpacker{yield: yield, left: spareBytes + perArchive*int64(len(data)), most: spareBytes + perFile*int64(len(data))}
		u.open(data, filename, 0)
	}
}

// IsArchive reports whether a file is one, by its first bytes.
func IsArchive(data []byte) bool { return opener(data) != nil }

type unpacker struct {
	yield func(Member, error) bool
	left  int64 // bytes that may still come out
	most  int64 // of one file
	files int
}

// opener is what takes an archive apart; nil for other files.
func opener(data []byte) func(u *unpacker, data []byte, name string, depth int) bool {
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("PK\x05\x06")):
		return (*unpacker).zip
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		return (*unpacker).gzip
	case len(data) > 262 && string(data[257:262]) == "ustar":
		return (*unpacker).tar
	}
	return nil
}

// open passes a file on, or what is in it. It reports whether more is wanted.
func (u *unpacker) open(data []byte, name string, depth int) bool {
	unpack := opener(data)
	switch {
	case unpack == nil:
		return u.yield(Member{name, data}, nil)
	case depth == maxArchives:
		return u.fail(name, fmt.Errorf("found archives in each other over %d deep, which is the limit", maxArchives))
	}
	return unpack(u, data, name, depth)
}

func (u *unpacker) fail(name string, err error) bool {
	return u.yield(Member{Name: name}, &Error{File: name, Message: err.Error()})
}

// read takes what a file unpacks to, and refuses what is too much.
func (u *unpacker) read(r io.Reader) ([]byte, error) {
	limit := min(u.left, u.most, MaxFileSize)
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	u.left -= int64(len(data))
	if u.files++; u.files > MaxMembers {
		return nil, plural.Errorf("found over %d files in an archive, which is the limit (MaxMembers)", MaxMembers)
	}
	if err == nil && int64(len(data)) > limit {
		return nil, errBomb
	}
	return data, err
}

var errBomb = errors.New("the archive unpacks to more than its size allows")

// fatal tells errors after which nothing more of an archive is read.
func (u *unpacker) fatal(err error) bool { return errors.Is(err, errBomb) || u.files > MaxMembers }

func (u *unpacker) zip(data []byte, name string, depth int) bool {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return u.fail(name, fmt.Errorf("found a damaged archive: %w", err))
	}
	for _, f := range r.File {
		if f.FileInfo().IsDir() || leftOut(f.Name) {
			continue
		}
		member := name + "/" + f.Name
		content, err := u.zipped(f)
		if err != nil {
			if !u.fail(member, err) || u.fatal(err) {
				return false
			}
			continue
		}
		if !u.open(content, member, depth+1) {
			return false
		}
	}
	return true
}

func (u *unpacker) zipped(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return u.read(r)
}

func (u *unpacker) gzip(data []byte, name string, depth int) bool {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return u.fail(name, fmt.Errorf("found a damaged archive: %w", err))
	}
	content, err := u.read(r)
	if err != nil {
		return u.fail(name, err) && !u.fatal(err)
	}
	inner := strings.TrimSuffix(name, ".gz")
	if cut, ok := strings.CutSuffix(name, ".tgz"); ok {
		inner = cut + ".tar"
	}
	return u.open(content, inner, depth+1)
}

func (u *unpacker) tar(data []byte, name string, depth int) bool {
	r := tar.NewReader(bytes.NewReader(data))
	for {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return true
		case err != nil:
			return u.fail(name, fmt.Errorf("found a damaged archive: %w", err))
		case h.Typeflag != tar.TypeReg || leftOut(h.Name):
			continue
		}
		member := name + "/" + h.Name
		content, err := u.read(r)
		if err != nil {
			return u.fail(member, err) && false // nothing behind it can be found
		}
		if !u.open(content, member, depth+1) {
			return false
		}
	}
}

// leftOut tells files that are hidden or that systems add.
func leftOut(name string) bool {
	for _, part := range strings.Split(path.Clean(name), "/") {
		if strings.HasPrefix(part, ".") && part != "." && part != ".." || part == "__MACOSX" {
			return true
		}
	}
	return false
}
