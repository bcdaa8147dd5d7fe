package server

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"
)

// The documentation page, which displays /openapi.json.

//go:embed docs/*
var docsFiles embed.FS

// docsPage serves /docs and the files below it.
func docsPage() http.Handler {
	assets := map[string]*asset{}
	entries, _ := fs.ReadDir(docsFiles, "docs")
	for _, e := range entries {
		data, _ := fs.ReadFile(docsFiles, "docs/"+e.Name()) // embedded
		assets[e.Name()] = newAsset(e.Name(), data)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.Trim(strings.TrimPrefix(r.URL.Path, "/docs"), "/")
		if name == "" {
			name = "index.html"
		}
		if a := assets[name]; a != nil {
			a.serve(w, r)
			return
		}
		notFound(w, r)
	})
}
