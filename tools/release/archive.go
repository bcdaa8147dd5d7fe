package main

import (
	"archive/tar"
	"archive/zip"
	"cmp"
	"compress/gzip"
	"io"
	"slices"
	"time"
)

// Archives that depend on their files alone: sorted by name, owned by root, with one time.

// member is a file of an archive.
type member struct {
	name    string
	data    []byte
	program bool
}

func (m *member) mode() int64 {
	if m.program {
		return 0o755
	}
	return 0o644
}

func sorted(members []member) []member {
	return slices.SortedFunc(slices.Values(members), func(a, b member) int { return cmp.Compare(a.name, b.name) })
}

func writeTar(w io.Writer, members []member, modified time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	for _, m := range sorted(members) {
		head := &tar.Header{Name: m.name, Mode: m.mode(), Size: int64(len(m.data)), ModTime: modified, Uname: "root", Gname: "root", Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(head); err != nil {
			return err
		}
		if _, err := archive.Write(m.data); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return packed.Close()
}

func writeZip(w io.Writer, members []member, modified time.Time) error {
	archive := zip.NewWriter(w)
	for _, m := range sorted(members) {
		f, err := archive.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Deflate, Modified: modified})
		if err != nil {
			return err
		}
		if _, err := f.Write(m.data); err != nil {
			return err
		}
	}
	return archive.Close()
}
