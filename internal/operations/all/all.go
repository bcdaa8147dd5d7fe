// Package all puts the tables of operations together, for those who serve every one
// of them: the command line, the HTTP server, tools for assistants. The modules of the
// browser each take a part, and so link no more than that.
package all

import (
	"slices"

	"nonogram/generate/picture"
	"nonogram/internal/operations"
	"nonogram/internal/operations/draw"
	"nonogram/internal/operations/files"
)

// Operations lists all operations there are, but for [operations.Measuring], which is for
// those who own the clock.
func Operations() []operations.Operation {
	return slices.Concat(operations.Operations(), operations.Listing(), operations.Generating(), operations.Proving(), operations.Scanning(), files.Operations(), draw.Operations())
}

// Service is one that reads everything there is to be read.
func Service(limits operations.Limits) *operations.Service {
	return &operations.Service{Limits: limits, Reader: files.Reader{}, Images: picture.DecodeWithin}
}
