package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
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

	"nonogram/internal/operations"
)

// The files of the web app. All of them are known before the first request, so every
// one gets its type and its tag once. The build stores a file once: as it is, or, where
// that pays, compressed by Brotli as x.br, which is what browsers are sent. The few
// clients that take something else are unpacked for, or packed for by gzip, when one of
// them first asks.
//
// A name with a hash in it, which is what the build gives to the files in assets,
// never means anything else: such a file may be kept for a year. All others are asked
// for again each time and mostly answered 304.

// site serves the files of the web app.
type site struct {
	files map[string]*asset // by path without the slash at the start
	// missing is the page for addresses at which there is nothing: the app, which says
	// so and leads on.
	missing *asset
}

// asset is one file, in all its forms.
type asset struct {
	mediaType string
	etag      string
	forever   bool
	policy    string // what the page may do, if not what the others may
	brotli    []byte // nil: it is stored as it is
	plain     func() []byte
	gzip      func() []byte // nil where packing does not pay
}

//go:embed unbuilt.html
var unbuilt []byte

// hashedFolder is where the build puts files with a hash in their name.
const hashedFolder = "assets/"

// packedEnding marks what the build has compressed.
const packedEnding = ".br"

// newSite reads all files. Without a file system there is one page, which says how
// to build the others.
func newSite(files fs.FS) (*site, error) {
	s := &site{files: map[string]*asset{}}
	if files == nil {
		s.missing = newAsset("index.html", unbuilt)
		s.files["index.html"] = s.missing
		return s, nil
	}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
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
	if err != nil {
		return nil, fmt.Errorf("the files of the web app: %w", err)
	}
	index := s.files["index.html"]
	if index == nil {
		return nil, errors.New("the files of the web app: there is no index.html")
	}
	// The app is built for any folder of any host, with addresses relative to the
	// page. This page is shown at any depth, and here the folder is known.
	rooted := bytes.ReplaceAll(index.plain(), []byte(`="./`), []byte(`="/`))
	s.missing = newAsset("index.html", rooted)
	return s, nil
}

// studyFile is the name by which the web app asks for the report of a study.
const studyFile = "study.html"

// studyPolicy lets that page have its style inside, and nothing else: no scripts, no
// requests, and no access to what the app has stored.
const studyPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (s *site) addStudy(page []byte) {
	a := newAsset(studyFile, page)
	a.policy = studyPolicy
	s.files[studyFile] = a
}

// newAsset is a file that is stored as it is.
func newAsset(name string, data []byte) *asset {
	sum := sha256.Sum256(data)
	a := &asset{
		mediaType: mediaType(name), etag: `"` + hex.EncodeToString(sum[:12]) + `"`,
		forever: strings.HasPrefix(name, hashedFolder), plain: func() []byte { return data },
	}
	a.gzip = sync.OnceValue(a.pack)
	return a
}

// newPacked is a file that is stored in Brotli.
func newPacked(name string, data []byte) *asset {
	a := newAsset(name, data)
	a.brotli = data
	a.plain = sync.OnceValue(func() []byte {
		plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
		if err != nil {
			panic(fmt.Sprintf("%s of the web app: %v", name, err)) // the build has written it
		}
		return plain
	})
	return a
}

// mediaTypes are those that the machine's own table may not know, or know wrongly.
var mediaTypes = map[string]string{
	".wasm": "application/wasm", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".png": "image/png",
	".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8", ".woff2": "font/woff2",
}

func mediaType(name string) string {
	ending := strings.ToLower(path.Ext(name))
	if known := mediaTypes[ending]; known != "" {
		return known
	}
	if known := mime.TypeByExtension(ending); known != "" {
		return known
	}
	return "application/octet-stream"
}

// worthPacking is the size from which packing pays.
const worthPacking = 1 << 10

// pack is the file in gzip, nil where that does not pay.
func (a *asset) pack() []byte {
	plain := a.plain()
	if len(plain) < worthPacking || strings.HasPrefix(a.mediaType, "image/png") || strings.HasPrefix(a.mediaType, "font/") {
		return nil
	}
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = w.Write(plain) // into memory: cannot fail
	_ = w.Close()
	if b.Len() >= len(plain) {
		return nil
	}
	return b.Bytes()
}

// ServeHTTP finds the file. Every place of the app is a file, so at an address without
// one there is nothing; people are told so by the app, programs by a line.
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
		// The page names its files relative to its folder.
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
		h.Set("Content-Length", strconv.Itoa(len(data))) // not known to ServeContent any more
		h.Set("ETag", strings.TrimSuffix(a.etag, `"`)+"-"+coding+`"`)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// serveMissing shows the page with the status of an address at which there is nothing.
func (a *asset) serveMissing(w http.ResponseWriter, r *http.Request) {
	data, _ := a.begin(w.Header(), r)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		_, _ = w.Write(data) // a client that has gone is no fault
	}
}

// begin chooses the form of a file and writes the headers that tell of it.
func (a *asset) begin(h http.Header, r *http.Request) (data []byte, coding string) {
	data, coding = a.form(r.Header.Get("Accept-Encoding"))
	h.Set("Content-Type", a.mediaType)
	h.Set("Vary", "Accept-Encoding")
	if a.policy != "" {
		h.Set("Content-Security-Policy", a.policy)
	}
	if coding != "" {
		h.Set("Content-Encoding", coding)
	}
	return data, coding
}

// form chooses the smallest form that the client understands.
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

// accepts reports whether a coding is in a list like "gzip, br;q=0.8".
func accepts(list, coding string) bool {
	for part := range strings.SplitSeq(list, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		q := strings.ReplaceAll(weight, " ", "")
		return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
	}
	return false
}
