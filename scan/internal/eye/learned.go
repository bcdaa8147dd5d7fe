package eye

import (
	_ "embed"
	"sync"
)

// file is the weights that tools/eye/train.py wrote.
//
//go:embed weights.bin
var file []byte

// Learned is the network with the weights that were trained.
var Learned = sync.OnceValue(func() *Net {
	n, err := New(file)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return n
})
