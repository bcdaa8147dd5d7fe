package main

import (
	"io"

	"rsc.io/qr"

	"nonogram/internal/plural"
)

// qrFormat is the format of links, which convert also writes as QR codes.
const qrFormat = "link"

// writeQR draws the code of a link as PNG, with the margin that the standard requires.
func writeQR(w io.Writer, link string) error {
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		return plural.Errorf("the link has %d characters, which is too long for a QR code", len(link))
	}
	_, err = w.Write(code.PNG())
	return err
}

// linkTarget selects the site of links, and whether to write a QR code.
type linkTarget struct {
	site string
	code bool
}
