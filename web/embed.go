// Package web holds the built web app, embedded in the program. The sources are
// beside this file; "make web" builds them into dist, and "make precompress" packs that
// into packed; neither is kept in the repository. Without it the program builds as well,
// and [Site] says so.
package web

import (
	"embed"
	"io/fs"
)

// The pattern matches the folder packed and the note packed.txt, which is always there:
// a pattern that matches nothing would not compile.
//
//go:embed all:packed*
var files embed.FS

// Site is the built web app, compressed files with the ending .br; ok is false if it has not been built.
func Site() (site fs.FS, ok bool) {
	if _, err := fs.Stat(files, "packed"); err != nil {
		return nil, false
	}
	site, err := fs.Sub(files, "packed")
	return site, err == nil
}
