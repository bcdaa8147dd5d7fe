//go:build js && wasm

// Package bridge lets JavaScript call the operations of a module:
//
//	nonogram(operation, requestJSON, onProgress?) → Promise<responseJSON>
//
// The promise always resolves, with the response or with {"error": {…}}; it is never
// rejected. onProgress is called a few times a second with {"elapsed_ms", "steps",
// "depth"} as JSON while a search is under way.
//
// Go has one thread here, and while it searches the worker's event loop stands
// still. So a module belongs into a worker of its own, and whoever wants to cancel
// a search terminates that worker and starts another: nothing is lost, since a
// module keeps nothing between calls. timeout_ms ends most searches by itself; see
// internal/operations/yield_js.go.
package bridge

import (
	"context"
	"syscall/js"

	"nonogram/internal/operations"
)

// memory is what a search may take. A page may have at most 4 GB, on a telephone far
// less, and a search that needs this much has little hope of ending.
const memory = 512 << 20

// Limits are those of a browser: it works for its only user, who can close it.
func Limits() operations.Limits { return operations.Limits{Memory: memory} }

// Serve makes the operations known and waits for calls. It does not return.
func Serve(s *operations.Service, lists ...[]operations.Operation) {
	table := map[string]operations.Operation{}
	for _, list := range lists {
		for _, o := range list {
			table[o.Name] = o
		}
	}
	js.Global().Set("nonogram", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return promise(func() string { return call(s, table, args) })
	}))
	select {}
}

// promise runs a function after the caller has got its promise.
func promise(f func() string) js.Value {
	var executor js.Func
	executor = js.FuncOf(func(_ js.Value, settle []js.Value) any {
		executor.Release()
		go func() { settle[0].Invoke(f()) }()
		return nil
	})
	return js.Global().Get("Promise").New(executor)
}

// call answers one call. A fault becomes an answer too: the caller cannot see more
// of the program than that.
func call(s *operations.Service, table map[string]operations.Operation, args []js.Value) (answer string) {
	defer func() {
		if fault := recover(); fault != nil {
			answer = string(operations.JSON(nil, operations.Errorf(operations.Internal, "", "%v", fault)))
		}
	}()
	name, request := text(args, 0), text(args, 1)
	o, ok := table[name]
	if !ok {
		return string(operations.JSON(nil, operations.Errorf(operations.UnknownName, "operation", "there is no operation %q in this module", name)))
	}
	ctx := context.Background()
	if len(args) > 2 && args[2].Type() == js.TypeFunction {
		ctx = operations.WithWatch(ctx, operations.Watch{Progress: func(p operations.Progress) { args[2].Invoke(string(operations.JSON(p, nil))) }})
	}
	return string(operations.JSON(o.Call(ctx, s, []byte(request))))
}

// text is an argument that should be a string; what is none is as good as missing.
func text(args []js.Value, i int) string {
	if i < len(args) && args[i].Type() == js.TypeString {
		return args[i].String()
	}
	return ""
}
