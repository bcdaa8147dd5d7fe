// Package web holds the built web app, embedded in the program. The sources are
// beside this file; "make web" builds them into dist, which is not kept in the
// repository. Without it the program builds as well, and [Site] says so.
package web

import (
	"embed"
	"io/fs"
)

// The pattern matches the folder dist and the note dist.txt, which is always there:
// a pattern that matches nothing would not compile.
//
//go:embed all:dist*
var files embed.FS

// Site is the built web app; ok is false if it has not been built.
func Site() (site fs.FS, ok bool) {
	if _, err := fs.Stat(files, "dist/index.html"); err != nil {
		return nil, false
	}
	site, err := fs.Sub(files, "dist")
	return site, err == nil
}
