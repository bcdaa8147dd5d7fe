# Everything is done by the go command; this file only remembers how. "make run"
# and "make test" do all the set-up they need.

GO       ?= go
BIN      := bin
VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
LDFLAGS  := -s -w -X main.version=$(VERSION)

# The linter is built once into bin/, from the module proxy, at this version.
LINT_VERSION := v2.14.0
LINT         := $(BIN)/golangci-lint-$(LINT_VERSION)

# The exhaustive engine tests take minutes on small machines.
TEST_TIMEOUT := 30m
FUZZ_TIME    ?= 20s
BENCH        ?= .

.DEFAULT_GOAL := help
.PHONY: help run build test test-long vet fmt-check lint unit bench fuzz clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

run: build ## build, and solve a picture that comes with the project
	@$(BIN)/nonogram solve internal/examples/cat.non
	@$(BIN)/nonogram solve internal/examples/toadstool.non

build: ## build bin/nonogram, a static binary
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/nonogram ./cmd/nonogram

test: fmt-check vet unit lint ## everything that has to pass

fmt-check:
	@unformatted="$$(gofmt -l .)"; \
	if [ -n "$$unformatted" ]; then echo "not formatted, run gofmt -w on:"; echo "$$unformatted"; exit 1; fi

vet:
	$(GO) vet ./...

lint: $(LINT) ## run golangci-lint, building it the first time
	$(LINT) run ./...

$(LINT):
	GOBIN="$(CURDIR)/$(BIN)/build" $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv $(BIN)/build/golangci-lint $@
	rmdir $(BIN)/build

unit: ## go test ./...
	$(GO) test -timeout $(TEST_TIMEOUT) ./...

test-long: ## the exhaustive tests that make test leaves out, some minutes
	NONOGRAM_LONG=1 $(GO) test -timeout $(TEST_TIMEOUT) -run 'TestAllGrids' ./solve

bench: ## run the benchmarks; BENCH=regexp selects
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

fuzz: ## fuzz every fuzz target for FUZZ_TIME each
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZ_TIME) $$pkg; \
		done; \
	done

clean: ## remove what was built
	rm -rf $(BIN)
