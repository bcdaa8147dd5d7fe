//go:build cgo

package main

/*
#include <stdint.h>
#include <stdlib.h>
*/
import "C"

import (
	"time"
	"unsafe"
)

// version is set by the linker.
var version = "devel"

var versionText = C.CString(version)

//export libVersion
func libVersion() *C.char { return versionText }

//export libStart
func libStart(operation, request *C.char, length C.size_t, watched C.int) C.uint64_t {
	return C.uint64_t(begin(text(operation), bytesOf(unsafe.Pointer(request), length), watched != 0))
}

//export libEach
func libEach(operation, request *C.char, length C.size_t, puzzles unsafe.Pointer, size C.size_t, shape *C.int64_t, first C.int64_t) C.uint64_t {
	var of *[4]int64
	if shape != nil {
		array := *(*[4]int64)(unsafe.Pointer(shape))
		of = &array
	}
	return C.uint64_t(beginEach(text(operation), bytesOf(unsafe.Pointer(request), length), bytesOf(puzzles, size), of, int(first)))
}

//export libWait
func libWait(number C.uint64_t, milliseconds C.int64_t) C.int {
	if ended(uint64(number), time.Duration(max(milliseconds, -1))*time.Millisecond) {
		return 1
	}
	return 0
}

//export libProgress
func libProgress(number C.uint64_t) *C.char { return given(progressOf(uint64(number)), nil) }

//export libAnswer
func libAnswer(number C.uint64_t, answered *C.size_t) *C.char {
	return given(take(uint64(number)), answered)
}

//export libCancel
func libCancel(number C.uint64_t) { drop(uint64(number)) }

func text(s *C.char) string {
	if s == nil {
		return ""
	}
	return C.GoString(s)
}

// bytesOf copies bytes of C.
func bytesOf(p unsafe.Pointer, length C.size_t) []byte {
	if p == nil {
		return nil
	}
	return append([]byte(nil), unsafe.Slice((*byte)(p), length)...)
}

// given copies bytes to C, where the caller frees them.
func given(data []byte, length *C.size_t) *C.char {
	if length != nil {
		*length = C.size_t(len(data))
	}
	return C.CString(string(data))
}
