# Everything is done by the go command; this file only remembers how. "make run"
# and "make test" do all the set-up they need.

GO       ?= go
BIN      := bin
VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
COMMIT   := $(shell git rev-parse --short=12 HEAD 2>/dev/null)
DATE     := $(shell git log -1 --format=%cs 2>/dev/null)
LDFLAGS  := -s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.date=$(DATE)

# How well the web app is compressed, 0 to 11. The best takes half a minute more and is
# for releases: make build QUALITY=11.
QUALITY ?= 5

# tool(name): build a developer's tool of the module in tools/ and run it here.
tool = $(GO) -C tools build -o $(CURDIR)/$(BIN)/tools/$(1) ./$(1) && $(BIN)/tools/$(1)

# The linter is built once into bin/, from the module proxy, at this version.
LINT_VERSION := v2.14.0
LINT         := $(BIN)/golangci-lint-$(LINT_VERSION)

# The exhaustive engine tests take minutes on small machines.
TEST_TIMEOUT := 30m
FUZZ_TIME    ?= 20s
# Shrinking an input that is merely new would by default take up to a minute, and
# with it all of the time above.
FUZZ_SHRINK  ?= 100x

# The hunt for faults, see docs/testing.md: how many random puzzles a soak examines,
# how many random sequences of calls it makes for every model, and where it begins.
SOAK_PUZZLES ?= 1000000
SOAK_CHECKS  ?= 20000
SOAK_SEED    ?= 2

# Known vulnerabilities are looked up by govulncheck, at this version.
VULN_VERSION := v1.8.0

# The tests that coverage is measured with.
COVER_PACKAGES ?= ./...

# Benchmarks are compared by benchstat, at this version. Each runs BENCH_COUNT
# times on one core; below six runs benchstat gives no interval.
BENCHSTAT_VERSION := v0.0.0-20260908200009-22c9c6c9d4da
BENCHSTAT         := $(GO) run golang.org/x/perf/cmd/benchstat@$(BENCHSTAT_VERSION)
BENCH             ?= .
BENCH_PACKAGES    ?= ./internal/line ./solve ./format
BENCH_COUNT       ?= 6
BENCH_TIME        ?= 0.3s
BENCH_RUN          = $(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -cpu 1 -benchtime $(BENCH_TIME) -count $(BENCH_COUNT) $(BENCH_PACKAGES)
BASELINE          := docs/performance/baseline.txt

.DEFAULT_GOAL := help
.PHONY: help run build test bare beside test-long vet fmt-check lint unit unit-program unit-tools fuzz clean
.PHONY: commits release release-check emulators qemu mmdebstrap rpm tag module image image-check
.PHONY: packages library languages installed python-test r r-test r-base numpy mypy python3 wasm wasm-size precompress web web-test web-slow site load
.PHONY: browser headless firefox webkit sat python tmux compiler nats-server outside crash race soak cover vuln
.PHONY: attack systems mutate verified notices fonts scan-score scan-pictures scan-train
.PHONY: bench bench-baseline bench-against performance perf-growth perf-colors perf-sides perf-compare fused

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 23

run: build ## build, solve a picture that comes with the project, and serve the web app
	@$(BIN)/nonogram solve internal/examples/cat.non
	@$(BIN)/nonogram serve

# The web app is part of the program. Without its sources, or after a plain go build,
# the program says that it was built without. What else the program consists of is
# compiled while the app is built.
PROGRAM := CGO_ENABLED=0 $(GO) build -trimpath

build: ## build bin/nonogram, a static binary
	@$(MAKE) --no-print-directory -j2 packages $(if $(wildcard web/package.json),precompress)
	$(PROGRAM) -ldflags '$(LDFLAGS)' -o $(BIN)/nonogram ./cmd/nonogram

# What is published, see tools/release. The version at the head of CHANGELOG.md
# becomes the tag, the tag the version of the program.
RELEASE := $(BIN)/release

release: ## build archives, packages, checksums and lists of parts for all systems, into bin/release
	@$(MAKE) --no-print-directory precompress QUALITY=11
	$(call tool,release) build $(RELEASE)

release-sign: ## sign the checksums of bin/release with the key KEY of OpenSSH, which is made if it is missing
	@test -n "$(KEY)" || { echo "make release-sign needs KEY=FILE"; exit 1; }
	$(call tool,release) sign $(RELEASE) "$(KEY)"

release-check: emulators release ## build the release twice and compare, start and install what this machine can
	rm -rf $(BIN)/again
	GOCACHE="$(CURDIR)/$(BIN)/again" $(call tool,release) check $(RELEASE)

emulators: qemu mmdebstrap rpm ## install what starts and installs programs of other systems, if it is missing and apt-get may

# One target each: what is missing is noted by the target's name.
qemu:
	@$(call install,qemu-user-static,qemu-aarch64-static,PROGRAMS FOR ARM ARE NOT STARTED)

mmdebstrap:
	@$(call install,mmdebstrap,mmdebstrap,THE DEBIAN PACKAGE IS NOT INSTALLED)

rpm:
	@$(call install,rpm,rpm,THE RPM PACKAGE IS NOT INSTALLED)

BASE ?= origin/main
commits: ## build and vet every commit after BASE, before they are published
	GO="$(GO)" tools/commits.sh $(BASE)

tag: ## tag the commit with the version at the head of CHANGELOG.md
	$(call tool,release) tag

# The image is the program and nothing else, so nothing is fetched.
IMAGE         ?= nonogram:$(VERSION)
IMAGE_BUILDER ?= $(firstword $(foreach tool,buildah podman docker,$(if $(shell command -v $(tool)),$(tool))))
BUILDAH       := buildah --storage-driver vfs

image: build ## build an image with the program alone, by buildah, podman or docker
	@if [ -z "$(IMAGE_BUILDER)" ]; then echo "no buildah, podman or docker: apt-get install buildah"; exit 1; fi
	install -D $(BIN)/nonogram $(BIN)/image/nonogram
	$(IMAGE_BUILDER) build -f deploy/Dockerfile -t $(IMAGE) $(BIN)/image

image-check: build ## build the image with buildah and run it, as its own user and without anything else
	install -D $(BIN)/nonogram $(BIN)/image/nonogram
	$(BUILDAH) build --isolation chroot -f deploy/Dockerfile -t nonogram:check $(BIN)/image
	container=$$($(BUILDAH) from --pull-never localhost/nonogram:check); \
	run() { $(BUILDAH) run --isolation chroot $$container -- /nonogram "$$@"; }; \
	run version && run solve --quiet @heart; status=$$?; \
	$(BUILDAH) rm $$container && $(BUILDAH) rmi nonogram:check; exit $$status

# The path of the module stands in go.mod, and nowhere else but in imports. The new one is
# called PATH on the command line, which is also what programs are found by.
ifeq ($(origin PATH),command line)
NEW_MODULE    := $(PATH)
override PATH := $(patsubst $(NEW_MODULE),/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin,$(shell echo "$$PATH"))
endif
MODULE := $(shell sed -n 's/^module //p' go.mod)

module: ## give the module another path: PATH=example.org/you/nonogram
	@if [ -z "$(NEW_MODULE)" ]; then echo "make module PATH=example.org/you/nonogram"; exit 1; fi
	$(call tool,release) module $(NEW_MODULE)

packages:
	@$(PROGRAM) $$($(GO) list -e -f '{{join .Imports "\n"}}' ./cmd/nonogram | grep -v '^$(MODULE)/web$$')

# The engine for browsers, in four modules that are loaded when they are needed. Not
# inlining makes them a tenth smaller; only the packages that think are inlined.
WASM_DIR   := web/public/engine
WASM_BUILD := GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags '-s -w' -gcflags=all=-l
WASM_FAST  := $(foreach package,internal/line internal/board solve solve/internal/count lab teach generate scan scan/internal/see scan/internal/eye scan/internal/glyph,-gcflags=$(MODULE)/$(package)=)

wasm: ## build the engine for browsers into web/public/engine
	@mkdir -p $(WASM_DIR)
	$(WASM_BUILD) $(WASM_FAST) -o $(WASM_DIR)/engine.wasm ./cmd/wasm/engine
	$(WASM_BUILD) $(WASM_FAST) -o $(WASM_DIR)/make.wasm ./cmd/wasm/make
	$(WASM_BUILD) -o $(WASM_DIR)/files.wasm ./cmd/wasm/files
	$(WASM_BUILD) -o $(WASM_DIR)/draw.wasm ./cmd/wasm/draw
	@install -m 644 "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" $(WASM_DIR)/wasm_exec.js

PACK = node cmd/internal/server/precompress.mjs web/dist web/packed $(BIN)/compressed $(QUALITY)

precompress: web ## pack the web app for the program, into web/packed
	@$(PACK)

# The operations as a C library, for Python and R. It needs a C compiler.
LIBRARY := $(CURDIR)/$(BIN)/lib

library: compiler ## build the C library and its header into bin/lib
	CGO_ENABLED=1 $(GO) build -trimpath -buildmode=c-shared -ldflags '-s -w -X main.version=$(VERSION)' -o $(LIBRARY)/libnonogram.so ./cmd/libnonogram
	@install -m 644 cmd/libnonogram/nonogram.h $(LIBRARY)/nonogram.h
	@rm -f $(LIBRARY)/libnonogram.h

# The packages of Python and R, made of the library. Their tests use them as they are installed.
PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)
SITE   := $(CURDIR)/$(BIN)/site

python: library python3 ## build the wheel for Python into bin/python
	$(PYTHON) python/wheel.py $(LIBRARY)/libnonogram.so '$(VERSION)' $(BIN)/python

R_IS_THERE = Rscript -e 'library(jsonlite)' >/dev/null 2>&1

# What is missing here has been told by the targets that install it.
languages: compiler python3 r-base ## build and test the packages for Python and R, as far as this machine can
	@if command -v gcc >/dev/null && command -v $(PYTHON) >/dev/null; then \
	$(MAKE) --no-print-directory python-test $$($(R_IS_THERE) && echo r-test); fi

installed: python
	rm -rf $(SITE)
	$(PYTHON) -m pip install -q --root-user-action ignore --disable-pip-version-check --no-index --target $(SITE) $(BIN)/python/*.whl || \
	$(PYTHON) -m zipfile -e $(BIN)/python/*.whl $(SITE)

python-test: installed mypy numpy ## test the wheel as it is installed
	PYTHONPATH=$(SITE) PYTHONPYCACHEPREFIX=$(CURDIR)/$(BIN)/pycache $(PYTHON) python/tests/test_nonogram.py

# The source package has the library compressed, so that it installs with a C compiler alone.
R_SOURCE := $(BIN)/r/source/nonogram

r: installed r-base ## build the source package for R into bin/r
	rm -rf $(BIN)/r && mkdir -p $(R_SOURCE)/data $(R_SOURCE)/tools $(R_SOURCE)/inst
	cp -r r/DESCRIPTION r/NAMESPACE r/R r/man r/src r/tests $(R_SOURCE)
	cp cmd/nonogram/third_party_notices.txt $(R_SOURCE)/inst
	cp cmd/libnonogram/nonogram.h $(R_SOURCE)/src && gzip -9nc $(LIBRARY)/libnonogram.so >$(R_SOURCE)/tools/libnonogram.gz
	printf 'YEAR: 2026\nCOPYRIGHT HOLDER: The nonogram authors\n' >$(R_SOURCE)/LICENSE
	PYTHONPATH=$(SITE) $(PYTHON) r/examples.py $(R_SOURCE)/data/examples.R
	cd $(BIN)/r && R CMD build --no-manual source/nonogram

r-test: r ## check the source package for R
	cd $(BIN)/r && R CMD check --no-manual nonogram_*.tar.gz
	! grep -E '(WARNING|ERROR)$$' $(BIN)/r/nonogram.Rcheck/00check.log

wasm-size: wasm ## say how large the engine for browsers is, compressed too
	@node cmd/wasm/measure.mjs $(WASM_DIR)/*.wasm

# The browser tests wait more than they compute. What only computes is done beside them,
# yields to them, and is told when it has ended; the Go tests of the program have the machine to
# themselves. Whatever apt-get installs is there before, since it works alone, and what the
# program embeds is packed behind, when nothing is being built of it.
TOOLS := browser headless firefox webkit sat python3 numpy mypy r-base tmux compiler nats-server outside

test: fmt-check vet fused $(TOOLS) verified ## everything that has to pass
	@$(MAKE) --no-print-directory -j2 web-test beside; status=$$?; \
	$(PACK) && $(MAKE) --no-print-directory unit-program && exit $$status
	@if ls $(MISSING)/* >/dev/null 2>&1; then echo "THIS COULD NOT BE TESTED:"; cat $(MISSING)/*; fi

bare: ## run make test in a chroot of a bare Debian with Go and Node only, before a release; needs root
	tools/bare.sh $(BARE_TARGETS)

beside: web/node_modules
	@mkdir -p $(BIN)
	@{ nice $(MAKE) --no-print-directory lint && nice $(MAKE) --no-print-directory systems SYSTEMS='windows/amd64 linux/386' && \
	nice $(MAKE) --no-print-directory race && nice $(MAKE) --no-print-directory unit-tools && \
	nice $(MAKE) --no-print-directory languages; } >$(BIN)/beside.txt 2>&1; \
	status=$$?; cat $(BIN)/beside.txt; exit $$status

fmt-check:
	@unformatted="$$(gofmt -l .)"; \
	if [ -n "$$unformatted" ]; then echo "not formatted, run gofmt -w on:"; echo "$$unformatted"; exit 1; fi

# Faster than go vet for each of them, which would compile all dependencies.
SYSTEMS ?=
systems: ## type-check the program and its tests for Linux, macOS, Windows and FreeBSD on four processors, minutes; SYSTEMS='windows/amd64 linux/386' for some
	$(call tool,systems) $(SYSTEMS)

vet:
	$(GO) vet ./...
	$(GO) -C tools vet ./...

lint: $(LINT) ## run golangci-lint, building it the first time
	$(LINT) run ./...
	cd tools && ../$(LINT) run ./...

$(LINT):
	GOBIN="$(CURDIR)/$(BIN)/build" $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv $(BIN)/build/golangci-lint $@
	rmdir $(BIN)/build

unit: ## run the Go tests of the program and of the tools
	@$(MAKE) --no-print-directory -k unit-program unit-tools

unit-program:
	$(GO) test -timeout $(TEST_TIMEOUT) ./...

unit-tools:
	$(GO) -C tools test -timeout $(TEST_TIMEOUT) ./...

# Some tests look at pages in Chromium; those of the web app cannot do without.
browser: ## install Chromium, if it is missing and apt-get may
	@$(call install,chromium,chromium chromium-browser google-chrome google-chrome-stable,PAGES CANNOT BE TESTED IN A BROWSER)

# The same browser without its windows takes half the time; without it nothing is missing.
headless: ## install Chromium's headless shell, if it is missing and apt-get may
	@$(call install,chromium-headless-shell,chromium-headless-shell,the browser tests take twice as long)
	@rm -f $(MISSING)/$@

firefox: ## install Firefox, if it is missing and apt-get may
	@$(call install,firefox-esr,firefox-esr firefox,THE WEB APP IS NOT TESTED IN FIREFOX)

webkit: ## install WebKit's driver and a display in memory, if they are missing and apt-get may
	@$(call install,webkit2gtk-driver xvfb,WebKitWebDriver,THE WEB APP IS NOT TESTED IN WEBKIT)

# A SAT solver confirms the engine's verdicts, see tools/hunt. Any one will do.
sat: ## install the SAT solvers minisat and cadical, if there is none and apt-get may
	@$(call install,minisat cadical,minisat cadical kissat,NO SAT SOLVER CONFIRMS THE VERDICTS)

# The typefaces that the reader of photographs is trained and measured with, see
# internal/testkit/pages: only training and scan-score need them.
FONTS := liberation2 freefont-ttf dejavu-core dejavu-extra urw-base35 open-sans lato inter linuxlibertine cmu hack-ttf \
	inconsolata mononoki oldstandard crosextra-carlito crosextra-caladea quicksand dosis play manrope b612 tuffy \
	adf-switzera adf-verana adf-libris adf-romande adf-gillius adf-universalis sil-andika averia-sans-gwf averia-serif-gwf go \
	tlwg-garuda-ttf tlwg-norasi-ttf tlwg-waree-ttf tlwg-loma-ttf tlwg-umpush-ttf tlwg-kinnari-ttf noto-core sora gfs-didot \
	gfs-neohellenic oxygen tiresias routed-gothic osifont yanone-kaffeesatz bebas-neue comfortaa allerta quattrocento opendin \
	century-catalogue ocr-b beteckna ebgaramond opendyslexic jetbrains-mono roboto-unhinted roboto-slab paratype cantarell \
	sil-gentium-basic sil-charis firacode karla clear-sans comic-neue stix courier-prime cabin national-park jura

fonts: ## install the typefaces of Debian that photographs are made with, if apt-get may
	@for f in $(FONTS); do dpkg -s fonts-$$f >/dev/null 2>&1 || missing="$$missing fonts-$$f"; done; \
	test -z "$$missing" || apt-get install -y --no-install-recommends $$missing

SCAN_PHOTOS ?= 2100
SCAN_FIRST ?= 0
SCAN_KIND ?=
SCAN_PART ?= 1/1
SCAN_FILE ?= $(CURDIR)/$(BIN)/scan-score.jsonl

# What is in SCAN_FILE is not read again; remove it to begin anew. SCAN_PART=1/2 and 2/2, in two
# shells, share the work and the file.
scan-score: fonts ## read thousands of made photographs in typefaces that the network has not seen
	mkdir -p $(dir $(SCAN_FILE))
	NONOGRAM_SCAN=$(SCAN_PHOTOS) NONOGRAM_SCAN_KIND=$(SCAN_KIND) NONOGRAM_SCAN_FIRST=$(SCAN_FIRST) NONOGRAM_SCAN_PART=$(SCAN_PART) NONOGRAM_SCAN_FILE=$(SCAN_FILE) $(GO) test -timeout 5h -count 1 -v -run 'TestScore' ./scan

scan-pictures: ## make the pictures of docs/scanning.md anew
	NONOGRAM_STAGES=$(CURDIR)/docs/scanning $(GO) test -count 1 -run 'TestStages' ./scan/internal/see

# The present network was trained in two steps: 600,000 samples (scan-train SCAN_FROM=), which are
# the weights of revision 1f9dae98, then 300,000 of the present sampler from these.
SCAN_FROM ?= 1f9dae98
scan-train: fonts ## train the network that reads digits as the present one was, long
ifeq ($(SCAN_FROM),)
	$(call tool,glyphs/train) -samples 600000
else
	mkdir -p $(BIN)
	git show $(SCAN_FROM):scan/internal/glyph/weights.bin > $(BIN)/weights.bin
	$(call tool,glyphs/train) -from $(CURDIR)/$(BIN)/weights.bin -samples 300000
endif

# install(packages, programs, consequence): if none of the programs is there, the
# packages are installed, the newest that there are, or the consequence is told; make
# test tells it once more in the end, from the folder MISSING.
MISSING := $(BIN)/missing

define install
rm -f $(MISSING)/$@; \
for name in $(2); do \
	if command -v $$name >/dev/null; then exit 0; fi; \
done; \
mkdir -p $(MISSING); \
if ! command -v apt-get >/dev/null; then echo "no $(1) and no apt-get: $(3)" | tee $(MISSING)/$@; exit 0; fi; \
if [ "$$(id -u)" = 0 ]; then as_root=; elif sudo -n true 2>/dev/null; then as_root=sudo; \
else echo "no $(1), and no right to install: $(3)" | tee $(MISSING)/$@; exit 0; fi; \
$$as_root apt-get update -q && DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -qy --no-install-recommends $(1) || \
echo "$(1) could not be installed: $(3)" | tee $(MISSING)/$@
endef

race: ## use everything from several goroutines, under the race detector; needs a C compiler
	@mkdir -p $(MISSING); rm -f $(MISSING)/$@; \
	if ! command -v $$($(GO) env CC) >/dev/null; then echo "no C compiler, THE RACE DETECTOR DOES NOT RUN" | tee $(MISSING)/$@; exit 0; fi; \
	set -x; CGO_ENABLED=1 $(GO) -C tools test -race -timeout $(TEST_TIMEOUT) -run '^TestConcurrent' ./hunt

soak: sat ## hunt for faults for long: SOAK_PUZZLES puzzles, SOAK_CHECKS sequences of calls, from SOAK_SEED on
	$(GO) -C tools test -timeout 0 -v -run '^(TestHunt|TestSATConfirms|TestModel)' ./hunt \
		-hunt.puzzles $(SOAK_PUZZLES) -hunt.seed $(SOAK_SEED) -rapid.checks $(SOAK_CHECKS) -rapid.seed $(SOAK_SEED)

# Mutants, see docs/testing.md: all of them, or MUTATE_SAMPLE of each target chosen by
# MUTATE_SEED. make test tries all of certify and of check.py.
MUTATE        ?=
MUTATE_SAMPLE ?= 0
MUTATE_SEED   ?= 1
mutate: ## change the code in small ways and list the changes that no test notices, hours; MUTATE='line count' and MUTATE_SAMPLE=40 for some of it
	$(call tool,mutate) -sample $(MUTATE_SAMPLE) -seed $(MUTATE_SEED) $(MUTATE)

notices: web/node_modules ## write the notices of third parties that the program carries, after a dependency has changed
	$(call tool,notices)

# Of all tests, on all packages. The long ones are cut short: they go through the same
# statements again and again. A block is in the profile once for every test binary.
COVER_UNIQUE = awk -F '[ :]' 'NR > 1 { key = $$1 ":" $$2; n[key] = $$3; hit[key] += $$4 } END { for (key in n) print key, n[key], hit[key] }' $(BIN)/cover.out

cover: sat ## tell how many statements of each package the tests reach; bin/cover.html shows them, bin/uncovered.txt lists the rest
	@mkdir -p $(BIN)
	$(GO) test -short -timeout $(TEST_TIMEOUT) -coverpkg ./... -coverprofile $(BIN)/cover.out $(COVER_PACKAGES)
	$(GO) tool cover -html $(BIN)/cover.out -o $(BIN)/cover.html
	@$(COVER_UNIQUE) | awk '$$3 == 0 { print $$1 }' | sort -V >$(BIN)/uncovered.txt
	@$(COVER_UNIQUE) | awk '{ sub("/[^/]*$$", "", $$1); all[$$1] += $$2; if ($$3) hit[$$1] += $$2 } \
		END { for (p in all) printf "%-32s %6d of %6d statements  %5.1f %%\n", p, hit[p], all[p], int(1000 * hit[p] / all[p]) / 10 }' | sort

vuln: ## look for known vulnerabilities; asks vuln.go.dev
	$(GO) run golang.org/x/vuln/cmd/govulncheck@$(VULN_VERSION) ./...

# The batch queue is tested with a real server too, and those tests are skipped where
# there is none.
python3: ## install python3, if it is missing and apt-get may
	@$(call install,python3,python3,THE SECOND CHECKER AND BOARDGEN AND THE PYTHON PACKAGE ARE NOT RUN)

numpy: ## install numpy and tqdm for Debian's Python, if they are missing and apt-get may
	@$(call install,python3-numpy python3-tqdm python3-pip,f2py3,THE PYTHON PACKAGE IS NOT TESTED WITH NUMPY)

r-base: ## install R, if it is missing and apt-get may
	@rm -f $(MISSING)/$@; $(R_IS_THERE) || { $(call install,r-base-core r-cran-jsonlite,,THE R PACKAGE IS NOT TESTED); }

mypy: ## install mypy, if it is missing and apt-get may
	@$(call install,mypy,mypy,THE TYPES OF THE PYTHON PACKAGE ARE NOT CHECKED)

tmux: ## install tmux, if it is missing and apt-get may
	@$(call install,tmux,tmux,THE GAME IN THE TERMINAL IS NOT TESTED)

verified: ## prove the checker of certificates with Coq, build bin/nonogram-verified and test it
	@$(call install,coq ocaml-nox,coqc,THE PROVED CHECKER IS NOT BUILT)
	@if command -v coqc >/dev/null; then $(MAKE) --no-print-directory -C verified; fi

compiler: ## install g++, if it is missing and apt-get may
	@$(call install,g++,g++,THE GPU'S PROGRAM AND THE C LIBRARY ARE NOT TESTED)

nats-server: ## install Debian's nats-server, if it is missing and apt-get may
	@$(call install,nats-server,nats-server /usr/sbin/nats-server,THE QUEUE IS NOT TESTED WITH A REAL SERVER)

# The description of the HTTP API is checked, and a client made of it, by tools in a
# module of their own; another one has the types of the Kubernetes API.
OUTSIDE   := cmd/internal/server/testdata/outside
MANIFESTS := cmd/nonogram/testdata/manifests
outside: ## fetch the tools that look at the HTTP API and at the manifests from outside
	@mkdir -p $(MISSING); rm -f $(MISSING)/$@; \
	$(GO) -C $(OUTSIDE) mod download && $(GO) -C $(MANIFESTS) mod download || \
	echo "no oapi-codegen or k8s.io/api: THE DESCRIPTION OF THE API AND THE MANIFESTS ARE NOT CHECKED FROM OUTSIDE" | tee $(MISSING)/$@

# Workers, senders and servers killed at random and at every crash point, the embedded
# server, Debian's and three nodes; make test does some of it.
CRASH_PUZZLES ?= 500000
CRASH_KILLS   ?= 1000
crash: nats-server ## kill the batch queue's processes at every crash point, and CRASH_KILLS times over CRASH_PUZZLES puzzles, half an hour
	NONOGRAM_CRASH_PUZZLES=$(CRASH_PUZZLES) NONOGRAM_CRASH_KILLS=$(CRASH_KILLS) \
		$(GO) test -count 1 -timeout 2h -v -run 'TestCrash|TestCluster|TestKillers|TestInnocent|TestPoints|TestEveryRequest|TestDiskFull' ./cmd/internal/batch

attack: build ## attack a queue, and a server of this machine, in every way that the tests know, some minutes: ADDR=127.0.0.1:8080 METRICS=127.0.0.1:9090, or one of its own
	@if [ -n "$(ADDR)" ]; then NONOGRAM_ATTACK=$(ADDR) NONOGRAM_ATTACK_METRICS=$(METRICS) $(GO) test -count 1 -v -timeout $(TEST_TIMEOUT) -run TestAttacks $(ATTACKS); else \
	$(BIN)/nonogram serve --addr $(ATTACKED) --metrics $(WATCHED) --drain 0s >/dev/null & server=$$!; trap 'kill $$server' EXIT; sleep 1; \
	NONOGRAM_ATTACK=$(ATTACKED) NONOGRAM_ATTACK_METRICS=$(WATCHED) $(GO) test -count 1 -v -timeout $(TEST_TIMEOUT) -run TestAttacks $(ATTACKS); fi

ATTACKS := ./cmd/internal/batch ./cmd/internal/server

# ATTACKED is where make attack starts a server of its own, and WATCHED where it has its metrics.
ATTACKED := 127.0.0.1:18080
WATCHED := 127.0.0.1:18081

test-long: web/node_modules ## the exhaustive tests that make test leaves out, some minutes
	NONOGRAM_LONG=1 $(GO) test -timeout $(TEST_TIMEOUT) -run 'TestAllGrids|TestMissingAgainstNaive' ./solve
	NONOGRAM_LONG=1 $(GO) test -timeout $(TEST_TIMEOUT) -run 'TestColorExhaustive|TestRandomLines' ./internal/line
	NONOGRAM_LONG=1 $(GO) test -timeout $(TEST_TIMEOUT) -run 'TestSteps|TestChainsFollow|TestForger|Boundaries' ./teach ./certify
	NONOGRAM_LONG=1 $(GO) test -timeout 1h -run 'TestPartition' ./cmd/internal/batch
	$(GO) build -o "$(WEB_TOOL)" ./cmd/nonogram
	export NONOGRAM_LONG=1; $(WEB_RUN) test -- tests/devices.test.ts tests/tabs.test.ts

bench: ## run the benchmarks, some minutes, and compare with the recorded baseline; BENCH=regexp selects
	@mkdir -p $(BIN)
	$(BENCH_RUN) >$(BIN)/bench.txt || { cat $(BIN)/bench.txt; exit 1; }
	@awk 'NR == FNR { if (/^Benchmark/) ran[$$1]; next } !/^Benchmark/ || $$1 in ran' $(BIN)/bench.txt $(BASELINE) >$(BIN)/baseline.txt
	$(BENCHSTAT) baseline=$(BIN)/baseline.txt now=$(BIN)/bench.txt

bench-baseline: ## record the baseline on this machine
	@mkdir -p $(BIN) $(dir $(BASELINE))
	{ echo "# recorded by make bench-baseline at revision $(VERSION), $$($(GO) env GOVERSION)"; $(BENCH_RUN); } >$(BIN)/baseline.txt || { cat $(BIN)/baseline.txt; exit 1; }
	mv $(BIN)/baseline.txt $(BASELINE)

bench-against: ## run the benchmarks of REV and of this tree in turns and compare; the one to trust on a noisy machine
	$(call tool,perf) against -bench '$(BENCH)' -packages '$(BENCH_PACKAGES)' -count $(BENCH_COUNT) -benchtime $(BENCH_TIME) \
		-benchstat $(BENCHSTAT_VERSION) -results $(BIN) '$(REV)'

perf-growth: ## measure how cost grows with size and density, for docs/performance.md
	$(call tool,perf) growth

perf-colors: ## measure how cost grows with the number of inks, for docs/performance.md
	$(call tool,perf) colors

perf-sides: build sat ## measure how cost grows with the side of several kinds of boards, beside SAT solvers, for docs/performance.md
	$(call tool,perf) sides

# The tables of docs/performance.md from one run of one revision, on a quiet machine; those of real
# puzzles need NONOGRAM_CORPUS. PERF_SEED=n chooses boards that nobody has seen.
PERF_SEED ?= 20250000
performance: build sat ## measure all tables of docs/performance.md, long, on a quiet machine; PERF_SEED=n for fresh boards
	$(call tool,perf) standing -seed $(PERF_SEED)
	$(call tool,perf) growth
	$(call tool,perf) colors
	test -z "$(NONOGRAM_CORPUS)" || $(call tool,perf) compare -limit 1 -section sets-first $(NONOGRAM_CORPUS)/tournament/question/*.txt
	test -z "$(NONOGRAM_CORPUS)" || $(call tool,perf) compare -limit 2 $(NONOGRAM_CORPUS)/webpbn-survey/*.non

perf-compare: build ## compare with other solvers: COMPARE='-limit 1 -against "name=command {}" FILE'
	$(call tool,perf) compare $(COMPARE)

fused: ## list arithmetic that some processors round differently
	$(call tool,perf) fused

# The web app is built by npm, from exactly the packages of the lock file. Its tests
# compare it with the command, built with the flags of the other tests, which have
# compiled most of it.
WEB_TOOL := $(CURDIR)/$(BIN)/tool/nonogram
WEB_RUN  := cd web && NONOGRAM="$(WEB_TOOL)" npm run --silent

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

web: wasm web/node_modules ## build the web app into web/dist
	cd web && npm run --silent build

web-test: web browser headless firefox webkit ## lint and test the web app, in Chromium, Firefox and WebKit, some minutes
	$(GO) build -o "$(WEB_TOOL)" ./cmd/nonogram
	$(WEB_RUN) lint
	$(WEB_RUN) check
	$(WEB_RUN) test
	$(WEB_RUN) e2e

web-slow: web-test ## the browser tests once more, with Chromium slowed down four times
	export SLOWDOWN=4; $(WEB_RUN) e2e

site: web ## write the web app to site/, for any host of files
	@test ! -e site || test -e site/.nonogram-site || { echo "site/ was not made by make site: move it away"; exit 1; }
	rm -rf site
	cp -r web/dist site
	touch site/.nonogram-site

load: ## measure how the server bears load, about two minutes, for docs/api.md
	$(GO) test -run '^$$' -bench 'Nothing|Steady|Slow' -benchtime 6000x -timeout 5m ./cmd/internal/server
	$(GO) test -run '^$$' -bench 'Overload' -benchtime 20000x -timeout 5m ./cmd/internal/server

fuzz: ## fuzz every fuzz target for FUZZ_TIME each
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZ_TIME) -fuzzminimizetime $(FUZZ_SHRINK) $$pkg; \
		done; \
	done

clean: ## remove what was built
	rm -rf $(BIN) web/dist web/packed web/public/engine site
