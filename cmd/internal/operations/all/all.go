// Package all combines the tables of operations for the transports that serve all of
// them: command line, HTTP, MCP and batch. The browser's modules each serve a part.
package all

import (
	"slices"

	"nonogram/cmd/internal/operations"
	"nonogram/cmd/internal/operations/create"
	"nonogram/cmd/internal/operations/draw"
	"nonogram/cmd/internal/operations/files"
	"nonogram/cmd/internal/operations/methods"
	"nonogram/cmd/internal/picture"
)

// Operations lists all operations except [methods.Measuring].
func Operations() []operations.Operation {
	return slices.Concat(operations.Operations(), methods.Operations(), create.Operations(), operations.Proving(), files.Operations(), draw.Operations())
}

// Service returns a service with all readers and methods.
func Service(limits operations.Limits) *operations.Service {
	return &operations.Service{Limits: limits, Reader: files.Reader{}, Images: picture.DecodeWithin, Methods: methods.Lookup}
}
