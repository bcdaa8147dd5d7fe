package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// The npm package is the folder npm with the modules of the web app, compressed, the types of
// their requests, and the version.

// npmFiles are the other files of the package and where they come from.
var npmFiles = map[string]string{
	"LICENSE": "LICENSE", "schema.d.ts": "web/src/model/schema.ts", "wasm_exec.js": "web/public/engine/wasm_exec.js",
	"engine.wasm.gz": "web/public/engine/engine.wasm", "make.wasm.gz": "web/public/engine/make.wasm",
	"files.wasm.gz": "web/public/engine/files.wasm", "draw.wasm.gz": "web/public/engine/draw.wasm",
}

// npmVersion returns the version by the rules of npm.
func (s *source) npmVersion() string {
	if v, ok := strings.CutPrefix(s.version, "v"); ok {
		return v
	}
	return "0.0.0-" + s.version
}

func (s *source) npmName() string { return "nonogram-" + s.npmVersion() + ".tgz" }

// npm writes the npm package, as npm pack would.
func (s *source) npm(folder string) error {
	own, err := filepath.Glob(filepath.Join(s.dir, "npm", "*"))
	if err != nil {
		return err
	}
	files := map[string]string{}
	for _, path := range own {
		files[filepath.Base(path)] = path
	}
	for name, path := range npmFiles {
		files[name] = filepath.Join(s.dir, path)
	}
	var members []member
	for name, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if name == "package.json" {
			version := []byte(`"version": "` + s.npmVersion() + `"`)
			data = bytes.Replace(data, []byte(`"version": "0.0.0"`), version, 1)
			if !bytes.Contains(data, version) {
				return errors.New(`npm/package.json: found no "version": "0.0.0"`)
			}
		}
		if strings.HasSuffix(name, ".gz") {
			if data, err = compressed(data); err != nil {
				return err
			}
		}
		members = append(members, member{name: "package/" + name, data: data})
	}
	var b bytes.Buffer
	if err := writeTar(&b, members, s.time); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, s.npmName()), b.Bytes(), 0o644)
}

// compressed returns the data in gzip's format.
func compressed(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}
