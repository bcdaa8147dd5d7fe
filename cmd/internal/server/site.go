package server

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"nonogram/cmd/internal/operations"
)

// The files of the web app, and of the page at /docs, which displays /openapi.json. The
// build compresses a file by Brotli, as x.br, if that makes it smaller. Clients without
// Brotli get it decompressed, or compressed by gzip, which happens once, at
// the first such request.
//
// The build puts a hash into the names of files in assets, so these are cached for a year.
// Others are revalidated and mostly answered 304.

// docsFiles is the page at /docs.
//
//go:embed docs
var docsFiles embed.FS

// site serves the files.
type site struct {
	files map[string]*asset // by path without the slash at the start
	// missing is the page for unknown addresses.
	missing *asset
}

// asset is one file in all its encodings.
type asset struct {
	mediaType string
	etag      string
	forever   bool
	brotli    []byte // nil: stored uncompressed
	plain     func() []byte
	gzip      func() []byte // returns nil if it would not be smaller
}

//go:embed unbuilt.html
var unbuilt []byte

// hashedFolder holds files with a hash in their name.
const hashedFolder = "assets/"

// packedEnding marks compressed files.
const packedEnding = ".br"

// newSite reads all files. Without a file system it serves a page that explains how to
// build the app.
func newSite(files fs.FS) (*site, error) {
	s := &site{files: map[string]*asset{}}
	if err := s.add(docsFiles); err != nil {
		return nil, err
	}
	if files == nil {
		s.missing = newAsset("index.html", unbuilt)
		s.files["index.html"] = s.missing
		return s, nil
	}
	if err := s.add(files); err != nil {
		return nil, fmt.Errorf("the files of the web app: %w", err)
	}
	index := s.files["index.html"]
	if index == nil {
		return nil, errors.New("the files of the web app: there is no index.html")
	}
	// The app has relative addresses, but this page is served at any depth.
	rooted := bytes.ReplaceAll(index.plain(), []byte(`="./`), []byte(`="/`))
	s.missing = newAsset("index.html", rooted)
	return s, nil
}

// add reads the files of a file system.
func (s *site) add(files fs.FS) error {
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if plain, packed := strings.CutSuffix(name, packedEnding); packed {
			s.files[plain] = newPacked(plain, data)
		} else {
			s.files[name] = newAsset(name, data)
		}
		return nil
	})
}

// newAsset returns an uncompressed file.
func newAsset(name string, data []byte) *asset {
	sum := sha256.Sum256(data)
	a := &asset{
		mediaType: mediaType(name), etag: `"` + hex.EncodeToString(sum[:12]) + `"`,
		forever: strings.HasPrefix(name, hashedFolder), plain: func() []byte { return data },
	}
	a.gzip = sync.OnceValue(a.pack)
	return a
}

// newPacked returns a file that is compressed by Brotli.
func newPacked(name string, data []byte) *asset {
	a := newAsset(name, data)
	a.brotli = data
	a.plain = sync.OnceValue(func() []byte {
		plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
		if err != nil {
			panic(fmt.Sprintf("%s of the web app: %v", name, err)) // a corrupt build
		}
		return plain
	})
	return a
}

// mediaTypes take precedence over the table of the system.
var mediaTypes = map[string]string{
	".wasm": "application/wasm", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".png": "image/png",
	".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2",
}

func mediaType(name string) string {
	ending := strings.ToLower(path.Ext(name))
	return cmp.Or(mediaTypes[ending], mime.TypeByExtension(ending), "application/octet-stream")
}

// worthPacking is the least size to compress.
const worthPacking = 1 << 10

// pack compresses the file by gzip; nil if that does not make it smaller.
func (a *asset) pack() []byte {
	plain := a.plain()
	if len(plain) < worthPacking || strings.HasPrefix(a.mediaType, "image/png") || strings.HasPrefix(a.mediaType, "font/") {
		return nil
	}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = w.Write(plain) // cannot fail
	_ = w.Close()
	if b.Len() >= len(plain) {
		return nil
	}
	return b.Bytes()
}

// ServeHTTP serves a file. Unknown addresses get the page of the app, with status 404, or
// a line of JSON if they have an extension.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if a := s.files[name]; a != nil {
		a.serve(w, r)
		return
	}
	switch a := s.files[path.Join(name, "index.html")]; {
	case a != nil && !strings.HasSuffix(r.URL.Path, "/"):
		// The files of the page are relative to its folder.
		http.Redirect(w, r, "/"+name+"/", http.StatusTemporaryRedirect)
	case a != nil:
		a.serve(w, r)
	case path.Ext(name) != "":
		fail(w, operations.Errorf(operations.NotFound, r.URL.Path, "there is no such file"))
	default:
		s.missing.serveMissing(w, r)
	}
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	data, coding := a.begin(h, r)
	h.Set("ETag", a.etag)
	h.Set("Cache-Control", "no-cache")
	if a.forever {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if coding != "" {
		h.Set("Content-Length", strconv.Itoa(len(data))) // ServeContent omits it for encoded content
		h.Set("ETag", strings.TrimSuffix(a.etag, `"`)+"-"+coding+`"`)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// serveMissing serves the page with status 404.
func (a *asset) serveMissing(w http.ResponseWriter, r *http.Request) {
	data, _ := a.begin(w.Header(), r)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		_, _ = w.Write(data) // the client may be gone
	}
}

// begin selects the encoding of a file and writes its headers.
func (a *asset) begin(h http.Header, r *http.Request) (data []byte, coding string) {
	data, coding = a.form(r.Header.Get("Accept-Encoding"))
	h.Set("Content-Type", a.mediaType)
	h.Set("Vary", "Accept-Encoding")
	if coding != "" {
		h.Set("Content-Encoding", coding)
	}
	return data, coding
}

// form selects the smallest encoding that the client accepts.
func (a *asset) form(accepted string) (data []byte, coding string) {
	if a.brotli != nil && accepts(accepted, "br") {
		return a.brotli, "br"
	}
	if accepts(accepted, "gzip") {
		if data := a.gzip(); data != nil {
			return data, "gzip"
		}
	}
	return a.plain(), ""
}

// accepts reports whether a list like "gzip, br;q=0.8" has an encoding.
func accepts(list, coding string) bool {
	for part := range strings.SplitSeq(list, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q := strings.TrimRight(strings.ReplaceAll(weight, " ", ""), "0")
			return q != "q=" && q != "q=0."
		}
	}
	return false
}
