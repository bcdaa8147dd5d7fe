package main

import (
	"bufio"
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"

	"nonogram/format"
	imagefile "nonogram/generate/picture"
	"nonogram/internal/operations/files"
	"nonogram/internal/plural"
	"nonogram/internal/qr"
)

// The QR codes of the web app's links. A picture of one goes wherever a file goes
// (files.FromCode); convert writes them.

const (
	qrFormat = "link"
	qrHead   = 12 // bytes that tell a picture
)

// fromQR replaces a picture of the QR code of a link by the link. Everything else comes
// back as it is.
func fromQR(r io.Reader, name string) (out io.Reader, found bool, err error) {
	b := bufio.NewReader(r)
	if head, _ := b.Peek(qrHead); !files.MayHoldCode(head) {
		return b, false, nil
	}
	data, err := format.ReadAll(b, name)
	if err != nil {
		return nil, false, err
	}
	link, found := files.FromCode(data, imagefile.DecodeWithin)
	if found {
		data = link
	}
	return bytes.NewReader(data), found, nil
}

const (
	// qrModule is the side of a code's smallest square in pixels, and qrMargin the white
	// around it that the standard asks for, in such squares.
	qrModule = 8
	qrMargin = 4
)

// writeQR draws the code of a link as PNG.
func writeQR(w io.Writer, link string) error {
	if len(link) > qr.MaxText {
		return plural.Errorf("the link has %d characters, and a QR code holds %d at most", len(link), qr.MaxText)
	}
	code, err := qr.Encode(link)
	if err != nil {
		return err
	}
	side := (code.Side() + 2*qrMargin) * qrModule
	img := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
	for y := range side {
		for x := range side {
			i, j := x/qrModule-qrMargin, y/qrModule-qrMargin
			if min(i, j) >= 0 && max(i, j) < code.Side() && code.Dark(i, j) {
				img.SetColorIndex(x, y, 1)
			}
		}
	}
	return png.Encode(w, img)
}

// linkTarget says how links are written: on which site, and whether as a QR code.
type linkTarget struct {
	site string
	code bool
}

// onSite puts the site before every line.
func (l linkTarget) onSite(w io.Writer) io.Writer {
	if l.site == "" {
		return w
	}
	return &lineWriter{w: w, before: []byte(l.site), begins: true}
}

// lineWriter writes a text before every line.
type lineWriter struct {
	w      io.Writer
	before []byte
	begins bool // the next byte begins a line
}

func (l *lineWriter) Write(p []byte) (int, error) {
	var out []byte
	for _, c := range p {
		if l.begins {
			out = append(out, l.before...)
		}
		out = append(out, c)
		l.begins = c == '\n'
	}
	if _, err := l.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
