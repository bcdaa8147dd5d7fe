package main

import (
	"strings"
	"testing"
)

// Every rule refuses each of its flags on some command line, and accepts it on another.
func TestFlagRules(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"describe --to json x.non", "--to needs --out FILE"},
		{"describe --to nosuch x.non", "--to needs --out FILE"},
		{"dedupe --lossy x.non", "--lossy needs --out FILE"},
		{"scan --to json x.png", "--to needs --out FILE"},
		{"scan --quiet --json x.png", "--quiet has no effect with --json"},
		{"generate repair --quiet --json x.non", "--quiet has no effect with --json"},
		{"generate repair --lossy x.non", "--lossy needs --out FILE"},
		{"generate image --to json x.png", "--to needs --out FILE"},
		{"generate image --repair=false --difficulty easy x.png", "--difficulty has no effect with --repair=false"},
		{"generate image --repair=false --max-changes 3 x.png", "--max-changes has no effect with --repair=false"},
		{"generate image --repair=false --symmetry mirror x.png", "--symmetry has no effect with --repair=false"},
		{"generate image --repair=false --tries 3 x.png", "--tries has no effect with --repair=false"},
		{"generate image --repair=false --timeout 3s x.png", "--timeout has no effect with --repair=false"},
		{"generate image --mode threshold --colors 5 x.png", "--colors needs --mode color"},
		{"generate image --mode dither --palette #fff,#000 x.png", "--palette needs --mode color"},
		{"generate image --colors 3 --palette #fff,#000 x.png", "--colors has no effect with --palette"},
		{"study --methods nosuch", "--methods needs --puzzles FILE"},
		{"rate --calibrate t.jsonl --timeout 1s", "--timeout has no effect with --calibrate"},
		{"rate --calibrate t.jsonl --json", "--json has no effect with --calibrate"},
		{"rate --calibrate t.jsonl --workers 3", "--workers has no effect with --calibrate"},
		{"rate --calibrate t.jsonl --conflicts 3", "--conflicts has no effect with --calibrate"},
		{"rate --calibrate t.jsonl --memory 3", "--memory has no effect with --calibrate"},
		{"rate --calibrate t.jsonl --seed 3", "--seed has no effect with --calibrate"},
		{"solve --ascii --json x.non", "--ascii draws text"},
		{"solve --team --trace t.jsonl x.non", "--team has no effect with --trace"},
		{"solve --workers 2 --trace t.jsonl x.non", "--workers has no effect with --trace"},
		{"explain --ascii --html x.html x.non", "--ascii draws text"},
		{"bench --size 5 x.non", "--size is for random boards"},
		{"bench --density 0.5 x.non", "--density is for random boards"},
		{"bench --shuffle python2 x.non", "--shuffle is for random boards"},
		{"show --ascii --out x.svg x.non", "--ascii draws text"},
		{"show --theme dark x.non", "--theme needs --out FILE"},
		{"show --answers --out x.svg x.non", "--answers needs --out FILE.pdf"},
		{"show --bleed 3 --out x.html x.non", "--bleed needs --out FILE.pdf"},
		{"describe --to json -o x.json x.non", ""},
		{"solve --ascii x.non", ""},
		{"generate image --colors 5 x.png", ""},
		{"generate image --repair --difficulty easy x.png", ""},
		{"study --methods engine --puzzles x.non", ""},
		{"rate --timeout 1s x.non", ""},
		{"show --bleed 3 --out x.pdf x.non", ""},
		{"bench --size 5", ""},
	} {
		root := newRoot(newApp())
		cmd, args, err := root.Find(strings.Fields(c.line))
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.ParseFlags(args); err != nil {
			t.Fatalf("%s: %v", c.line, err)
		}
		err = checkRules(cmd, cmd.Flags().Args())
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.line, err, c.want)
		}
	}
	for _, r := range flagRules {
		for _, path := range r.commands {
			cmd, _, err := newRoot(newApp()).Find(strings.Fields(path))
			for flag := range strings.FieldsSeq(r.flags) {
				if err != nil || cmd.Flags().Lookup(flag) == nil {
					t.Errorf("a rule names %s --%s, which does not exist", path, flag)
				}
			}
		}
	}
}

// Flags that are gone name what to use instead, and are really gone.
func TestGoneFlags(t *testing.T) {
	for flag, instead := range goneFlags {
		path, name, _ := strings.Cut(flag, " --")
		cmd, _, err := newRoot(newApp()).Find(strings.Fields(path))
		if err != nil || cmd.Flags().Lookup(name) != nil {
			t.Errorf("%s: %v, or it exists", flag, err)
			continue
		}
		err = cmd.ParseFlags([]string{"--" + name})
		if err == nil || !strings.HasSuffix(unknownFlag(cmd, err).Error(), "is gone: "+instead) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
