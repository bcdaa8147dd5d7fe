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
		{"generate image --repair=false --tries 3 x.png", "--tries has no effect with --repair=false"},
		{"generate image --repair=false --timeout 3s x.png", "--timeout has no effect with --repair=false"},
		{"generate image --sheet --mode ink x.png", "--mode is what the candidates differ in"},
		{"generate image --sheet --candidate 3 x.png", "--sheet has no effect with --candidate"},
		{"generate image --sheet --keep 1,1,2,2 x.png", "--keep has no effect with --sheet"},
		{"generate image --candidate 3 --timeout 3s x.png", "--timeout has no effect on candidates"},
		{"generate image --mode threshold --colors 5 x.png", "--colors needs --mode color"},
		{"generate image --mode dither --palette #fff,#000 x.png", "--palette needs --mode color"},
		{"generate image --colors 3 --palette #fff,#000 x.png", "--colors has no effect with --palette"},
		{"generate image --mode edges --local 0 x.png", "--local needs --mode threshold or ink"},
		{"generate image --colors 3 --local 0 x.png", "--local needs --mode threshold or ink"},
		{"generate image --mode edges --invert x.png", "--invert needs --mode threshold, ink or dither"},
		{"generate image --palette #fff,#000 --bias 0.3 x.png", "--bias has no effect with --mode color"},
		{"generate image --size 20 --fit contain x.png", "--fit needs --size WIDTHxHEIGHT or --triddler"},
		{"generate image --repair=false --quiet x.png", "--quiet leaves nothing to print"},
		{"generate image --quiet --title T x.png", "--title has no effect with --quiet"},
		{"generate image --size 20x10 --fit contain --mode ink --local 0 --invert --bias 0.3 --quiet --title T --repair=false --out x.non x.png", ""},
		{"study --methods nosuch", "--methods needs --puzzles FILE"},
		{"study --from f --scale 2", "--scale has no effect with --from"},
		{"study --from f --seed 2", "--seed has no effect with --from"},
		{"study --from f --quick", "--quick has no effect with --from"},
		{"study --from f --puzzles x.non", "--puzzles has no effect with --from"},
		{"batch run --out o.jsonl --creds f x.non", "--creds needs a server"},
		{"batch submit --tls-ca f x.non", "--tls-ca needs a server"},
		{"batch work --nkey f", "--nkey needs a server"},
		{"batch status --nats nats://h --tls-cert f", "--tls-cert needs --tls-key FILE"},
		{"batch status --nats nats://h --tls-key f", "--tls-key needs --tls-cert FILE"},
		{"batch status --replicas 3", "--replicas needs a server"},
		{"batch work --nats nats://h --dir d", "--dir has no effect with a server"},
		{"batch results --nats nats://h --creds f j", ""},
		{"batch remove --dir d j", ""},
		{"batch serve --replicas 3", "--replicas has no effect on the server"},
		{"batch census --size 2x2 --descriptions 0 --unique", "--unique has no effect with --descriptions"},
		{"batch census --size 2x2 --descriptions 0 --nats nats://h", "--nats has no effect with --descriptions"},
		{"batch census --size 2x2 --detach --workers 2", "--workers has no effect with --detach"},
		{"batch census --size 2x2 --detach --unique", ""},
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
		{"generate random --p2 0.3", "--p2 is for the last of several boards"},
		{"generate random --p2 0.3 --count 2", ""},
		{"show --small --clues=false x.non", "--clues has no effect with --small"},
		{"show --small --guides=false x.non", "--guides has no effect with --small"},
		{"show --answers --solution=false --out x.pdf x.non", "--solution has no effect with --answers"},
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

// A flag that does not exist names those that are similar, and nothing else.
func TestSimilarFlags(t *testing.T) {
	for line, want := range map[string]string{
		"show --output": "--out", "solve --time-out": "--timeout", "show --asci": "--ascii", "generate puzzle --counts": "--count",
		"convert --loss": "--lossy", "solve --frobnicate": "", "solve --zz": "",
	} {
		path, name, _ := strings.Cut(line, " --")
		cmd, _, err := newRoot(newApp()).Find(strings.Fields(path))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(similarFlags(cmd, name), " "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
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

// Commands without --out say where the output goes.
func TestNoOut(t *testing.T) {
	for path, want := range map[string]string{"convert": "the last argument is the file to write", "rate": "add > FILE", "lines": "add > FILE", "bench": "add > FILE", "play": ""} {
		for _, flag := range []string{"-o", "--out"} {
			cmd, _, err := newRoot(newApp()).Find([]string{path})
			if err != nil {
				t.Fatal(err)
			}
			switch err = unknownFlag(cmd, flagError(cmd.ParseFlags([]string{flag, "x"}))); {
			case err == nil || !strings.Contains(err.Error(), want):
				t.Errorf("%s %s: %v, want %q", path, flag, err, want)
			case want == "" && strings.Contains(err.Error(), ">"):
				t.Errorf("%s %s: %v", path, flag, err)
			}
		}
	}
}
