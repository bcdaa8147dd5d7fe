// Package archive unpacks archives of puzzle files: .zip (and FreeNono's .nonopack), .gz, .tar
// and .tar.gz, recognized by their first bytes. Files are unpacked one at a time in memory, up
// to a multiple of the archive's size. Nested archives are opened up to a depth.
package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"nonogram/format"
)

// maxFileSize is the largest file read, as in package format.
const maxFileSize = 256 << 20

// The limits of an archive.
const (
	// maxMembers bounds the files of an archive.
	maxMembers = 100_000

	// A file has at most spareBytes + perFile × the size of the archive, all files
	// together spareBytes + perArchive × its size. Clues as text shrink to a tenth, long lists of
	// small puzzles as JSON lines to a fiftieth or less, pictures of one color to a hundredth.
	spareBytes = 32 << 20
	perFile    = 32
	perArchive = 100

	// maxArchives is the depth of nesting: a .tar in a .gz in a .zip.
	maxArchives = 3
)

// Member is a file of an archive.
type Member struct {
	Name string // including the name of the archive
	Data []byte
}

// Members iterates over the files of an archive, or yields the file itself if it is not an
// archive. Hidden files are skipped.
func Members(data []byte, filename string) iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) {
		u := &unpacker{yield: yield, left: spareBytes + perArchive*int64(len(data)), most: spareBytes + perFile*int64(len(data))}
		u.open(data, filename, 0)
	}
}

// Is reports whether data starts like an archive.
func Is(data []byte) bool { return opener(data) != nil }

type unpacker struct {
	yield func(Member, error) bool
	left  int64 // bytes that may still come out
	most  int64 // of one file
	files int
}

// opener returns the function that unpacks an archive, nil for other files.
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

// open yields a file, or the files in it. It reports whether to continue.
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
	return u.yield(Member{Name: name}, &format.Error{File: name, Message: err.Error()})
}

// read decompresses a file and fails if it exceeds the limits.
func (u *unpacker) read(r io.Reader) ([]byte, error) {
	limit := min(u.left, u.most, maxFileSize)
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	u.left -= int64(len(data))
	if u.files++; u.files > maxMembers {
		return nil, fmt.Errorf("found over %d files in an archive, which is the limit", maxMembers)
	}
	if err == nil && int64(len(data)) > limit {
		return nil, errBomb
	}
	return data, err
}

var errBomb = errors.New("the archive unpacks to more than its size allows")

// fatal reports errors that end the reading of an archive.
func (u *unpacker) fatal(err error) bool { return errors.Is(err, errBomb) || u.files > maxMembers }

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
			return u.fail(member, err) && false // the next file cannot be found
		}
		if !u.open(content, member, depth+1) {
			return false
		}
	}
}

// leftOut reports hidden files and those that operating systems add.
func leftOut(name string) bool {
	for _, part := range strings.Split(path.Clean(name), "/") {
		if strings.HasPrefix(part, ".") && part != "." && part != ".." || part == "__MACOSX" {
			return true
		}
	}
	return false
}

// ReadAll reads a file of up to 256 MB. The name is used in the error.
func ReadAll(r io.Reader, filename string) ([]byte, error) {
	return readAtMost(r, filename, maxFileSize)
}

func readAtMost(r io.Reader, filename string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = &format.Error{File: filename, Message: fmt.Sprintf("the file is over the limit of %d bytes", limit)}
	}
	return data, err
}
