// Package all puts the tables of operations together, for those who serve every one
// of them: the command line, the HTTP server, tools for assistants. The modules of the
// browser each take a part, and so link no more than that.
package all

import (
	"slices"

	"nonogram/generate/picture"
	"nonogram/internal/api"
	"nonogram/internal/api/draw"
	"nonogram/internal/api/files"
)

// Operations lists all operations there are, but for [api.Measuring], which is for
// those who own the clock.
func Operations() []api.Operation {
	return slices.Concat(api.Operations(), api.Listing(), api.Generating(), api.Proving(), api.Scanning(), files.Operations(), draw.Operations())
}

// Service is one that reads everything there is to be read.
func Service(limits api.Limits) *api.Service {
	return &api.Service{Limits: limits, Reader: files.Reader{Images: picture.DecodeWithin}, Images: picture.DecodeWithin}
}
