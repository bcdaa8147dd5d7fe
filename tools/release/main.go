// Command release builds a release: archives with the program for
// every system, packages for Debian, Red Hat and npm, manifests for Arch Linux, Homebrew and
// winget, lists of what each program is made of, and checksums.
//
//	release build FOLDER   makes everything
//	release check FOLDER   makes it again, compares to the byte, and starts what this machine can start
//	release sign FOLDER KEY        signs the checksums with a key of OpenSSH, which is made if it is missing
//	release verify FOLDER SIGNERS  checks the signature by trusted keys, and every file
//	release notes          prints the version at the head of CHANGELOG.md, and what it says of it
//	release tag            gives the commit that version as its tag
//	release api            records what the libraries of that version export
//	release module PATH    gives the module another path, everywhere
//
// Nothing depends on when, where or by whom it is made: paths are trimmed, times are those
// of the commit, owners are root, and the tools are of fixed versions (tools/go.mod). The
// network is needed once, for modules. The web app goes in as web/packed has it, which
// make release makes first. Building all of it takes six minutes of CPU with a cold cache.
//
// GoReleaser would do most of this with less code of ours, and bring many more modules,
// of which some cannot be fetched through every proxy.
package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonogram/internal/plural"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "build":
		s, err := sourceOf(".")
		if err != nil {
			return err
		}
		return s.build(args[1])
	case len(args) == 2 && args[0] == "check":
		s, err := sourceOf(".")
		if err != nil {
			return err
		}
		return s.check(args[1])
	case len(args) == 3 && args[0] == "sign":
		return sign(args[1], args[2])
	case len(args) == 3 && args[0] == "verify":
		return verify(args[1], args[2])
	case len(args) == 1 && args[0] == "notes":
		v, err := newest("CHANGELOG.md")
		if err == nil {
			fmt.Printf("%s\n\n%s\n", v.Name, v.Notes)
		}
		return err
	case len(args) == 1 && args[0] == "tag":
		return tag()
	case len(args) == 1 && args[0] == "api":
		return writeAPI()
	case len(args) == 2 && args[0] == "module":
		n, err := rename(".", args[1])
		if err == nil {
			fmt.Printf("the module is %s now; %s changed\n", args[1], plural.Of(n, "file", "files"))
		}
		return err
	}
	return fmt.Errorf("found %q, expected build FOLDER, check FOLDER, sign FOLDER KEY, verify FOLDER SIGNERS, notes, tag, api or module PATH", strings.Join(args, " "))
}

// source is what a release is made of.
type source struct {
	dir     string // the checkout
	version string // as git describes it
	commit  string
	time    time.Time // of the commit
	url     string    // where the release is published, for manifests
}

// exampleURL is the address in manifests if RELEASE_URL is not set.
const exampleURL = "https://example.org/nonogram"

func sourceOf(dir string) (*source, error) {
	s := &source{dir: dir, url: cmp.Or(strings.TrimSuffix(os.Getenv("RELEASE_URL"), "/"), exampleURL)}
	var err error
	if s.version, err = output("git", "-C", dir, "describe", "--tags", "--always", "--dirty"); err != nil {
		return nil, err
	}
	if s.commit, err = output("git", "-C", dir, "rev-parse", "--short=12", "HEAD"); err != nil {
		return nil, err
	}
	seconds, err := output("git", "-C", dir, "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	s.time = time.Unix(n, 0).UTC()
	return s, err
}

func (s *source) day() string { return s.time.Format(time.DateOnly) }

// packageVersion is the version as packages can have it: numbers first, no hyphens, and
// other versions older than all releases.
func (s *source) packageVersion() string {
	v := strings.ReplaceAll(strings.TrimPrefix(s.version, "v"), "-", ".")
	if !strings.HasPrefix(s.version, "v") {
		v = "0~" + s.time.Format("20060102") + "." + v
	}
	return v
}

// command is a program that runs in a folder.
func command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	return cmd
}

// output runs a program and gives what it printed.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// tag tags the commit with the newest version of the change log, and its notes.
func tag() error {
	v, err := newest("CHANGELOG.md")
	if err != nil {
		return err
	}
	if dirty, err := output("git", "status", "--porcelain"); err != nil {
		return err
	} else if dirty != "" {
		return fmt.Errorf("there are changes that are not committed:\n%s", dirty)
	}
	if recorded, err := readAPI(apiFile); err != nil {
		return err
	} else if now, err := exported("."); err != nil {
		return err
	} else if !slices.Equal(recorded, now) {
		return fmt.Errorf("%s is of another version: go run ./tools/release api, and commit it", apiFile)
	}
	if _, err := output("git", "tag", "--annotate", "--cleanup=verbatim", "--message", v.Name+"\n\n"+v.Notes, v.Name); err != nil {
		return err
	}
	fmt.Printf("tagged as %s; git push origin %[1]s publishes the tag\n", v.Name)
	return nil
}
