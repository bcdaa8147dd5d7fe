//go:build js && wasm

// Package bridge lets JavaScript call the operations of a module:
//
//	nonogram(operation, requestJSON, onProgress?, rgba?) → Promise<responseJSON>
//
// The promise always resolves, with the response or with {"error": {…}}; it is never
// rejected. onProgress is called a few times a second with {"elapsed_ms", "steps",
// "depth"} as JSON while a search is under way. rgba is the pixels of an image whose request
// gives only the size, a byte array: in Base64 they take a fifth of the time to read a photograph.
//
// Go has one thread here, and the worker's event loop stops during a search. So each module
// needs its own worker; to cancel a search, terminate the worker and start another. Nothing
// is lost, since a module keeps no state between calls. timeout_ms ends most searches; see
// cmd/internal/operations/yield_js.go.
package bridge

import (
	"context"
	"syscall/js"

	"nonogram/cmd/internal/operations"
)

// memory bounds a search. A page may use at most 4 GB, on a phone far less.
const memory = 512 << 20

// Limits returns the limits of a browser, which works for a single user.
func Limits() operations.Limits { return operations.Limits{Memory: memory} }

// Serve exports the operations and waits for calls. It does not return.
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

// promise returns a promise for the result of f.
func promise(f func() string) js.Value {
	var executor js.Func
	executor = js.FuncOf(func(_ js.Value, settle []js.Value) any {
		executor.Release()
		go func() { settle[0].Invoke(f()) }()
		return nil
	})
	return js.Global().Get("Promise").New(executor)
}

// call executes a call. A panic becomes an answer with an error.
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
	if len(args) > 3 && args[3].Type() == js.TypeObject {
		with := *s
		with.RGBA = make([]byte, args[3].Length())
		js.CopyBytesToGo(with.RGBA, args[3])
		s = &with
	}
	return string(operations.JSON(o.Call(ctx, s, []byte(request))))
}

// text returns an argument if it is a string, and "" otherwise.
func text(args []js.Value, i int) string {
	if i < len(args) && args[i].Type() == js.TypeString {
		return args[i].String()
	}
	return ""
}
