package main

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

// The manifests of package managers: a PKGBUILD for Arch Linux, a formula for Homebrew and a
// manifest for winget. They name the archives at the address of the release, with their
// checksums.

//go:embed manifests
var manifests embed.FS

// manifestNames are the files of a release that install an archive.
var manifestNames = []string{"PKGBUILD", "nonogram.rb", "nonogram.yaml"}

// manifest is the data of a template.
type manifest struct {
	s      *source
	folder string
	URL    string // of the folder with the archives
}

// Package returns the version as package managers read it.
func (m manifest) Package() string { return m.s.packageVersion() }

// File returns the name of an archive.
func (m manifest) File(system, arch string) string {
	t := target{system, arch}
	return m.s.artifact(t) + t.archive()
}

// Folder returns the folder in an archive.
func (m manifest) Folder(system, arch string) string { return m.s.artifact(target{system, arch}) }

// Sum returns the checksum of an archive.
func (m manifest) Sum(system, arch string) (string, error) {
	data, err := os.ReadFile(filepath.Join(m.folder, m.File(system, arch)))
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}

// manifests writes the manifests into the folder of the archives.
func (s *source) manifests(folder string) error {
	all, err := template.New("").Funcs(template.FuncMap{"upper": strings.ToUpper}).ParseFS(manifests, "manifests/*")
	if err != nil {
		return err
	}
	data := manifest{s: s, folder: folder, URL: s.url}
	for _, name := range manifestNames {
		var b strings.Builder
		if err := all.ExecuteTemplate(&b, name, data); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(b.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
