package main

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"

	"nonogram/format"
	imagefile "nonogram/generate/picture"
	"nonogram/internal/plural"
	"nonogram/internal/qr"
)

// The QR codes of the web app's links. A picture of one, a screenshot or a photo, goes
// wherever a file goes; it would pass for a puzzle with a cell for every pixel
// otherwise. Looking costs some milliseconds for a picture of 300 × 300. Convert writes them.

const (
	// qrFormat is what stands in the code, and qrReading what people are told.
	qrFormat  = "link"
	qrReading = "the link in its QR code"
	// maxQRPixels is enough for photos of phones, and bounds what a look costs.
	maxQRPixels = 16_000_000
	qrHead      = 12
)

// fromQR replaces a picture of the QR code of a link by the link. Everything else comes
// back as it is.
func fromQR(r io.Reader, name string) (out io.Reader, found bool, err error) {
	b := bufio.NewReader(r)
	if head, _ := b.Peek(qrHead); !isPicture(head) {
		return b, false, nil
	}
	data, err := format.ReadAll(b, name)
	if err != nil {
		return nil, false, err
	}
	if link := linkInQR(data); link != "" {
		return strings.NewReader(link), true, nil
	}
	return bytes.NewReader(data), false, nil
}

func isPicture(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\x89PNG")) || bytes.HasPrefix(head, []byte("\xff\xd8\xff")) ||
		bytes.HasPrefix(head, []byte("GIF8")) || bytes.HasPrefix(head, []byte("RIFF"))
}

// linkInQR is the link in a picture's QR code; empty if there is none.
func linkInQR(data []byte) string {
	img, err := imagefile.DecodeWithin(data, maxQRPixels)
	if err != nil {
		return "" // whoever reads it next says why
	}
	text, _ := qr.Read(img)
	if !strings.Contains(text, "#p=") {
		return ""
	}
	return fmt.Sprintln(text)
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
