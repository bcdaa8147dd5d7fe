package render_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"nonogram/render/internal/pdf"
)

// samplePDF writes a file with everything in it.
func samplePDF(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	w := pdf.New(&b, pdf.Info{Title: "Ünï (парень) 🐈", Author: "A"})
	regular, err := w.AddFont(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.AddFont(gobold.TTF); err != nil { // not used, so not embedded
		t.Fatal(err)
	}
	for i := range 3 {
		c := &pdf.Content{}
		c.FillColor(255, 128, 0)
		c.Rect(10, 10, 20.123456, 30)
		c.Fill()
		c.StrokeColor(0, 0, 0)
		c.LineWidth(0.5)
		c.Line(0, 0, 100, 100.5)
		c.Stroke()
		c.Text(regular, 12, 20, 50, fmt.Sprintf("Page %d, Ångström", i+1))
		w.Page(pdf.Sheet{Width: 200, Height: 300.25}, c)
		w.Bookmark(fmt.Sprintf("№ %d", i+1), 290, i == 1)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPDFFile(t *testing.T) {
	data := samplePDF(t)
	f, err := readPDF(data)
	if err != nil {
		t.Fatal(err)
	}
	text := f.Text()
	if len(text) != 3 || text[1] != "Page 2, Ångström\n" {
		t.Errorf("the pages say %q", text)
	}
	all := ""
	for _, o := range f.Objects {
		all += o.Dict + "\n"
	}
	for _, want := range []string{
		"/Type/Catalog/Pages 2 0 R/Metadata ", "/Outlines ",
		"/Type/Pages/Count 3/Kids[",
		"/MediaBox[0 0 200 300.25]",
		"/Title <FEFF00DC006E00EF00200028043F043004400435043D044C00290020D83DDC08>",
		"/First ", "/Count 2>>", "/Count -1/Dest[8 0 R/XYZ null 290 null]", "/Title <FEFF211600200033>",
		"+GoRegular", "/FontFile2 ", "/CIDSet ",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in\n%s", want, all)
		}
	}
	if strings.Contains(all, "Go-Bold") {
		t.Error("a font that no page uses was embedded")
	}
	if n := len(data); n > 20_000 {
		t.Errorf("%d bytes: the font was not cut", n)
	}
	if !bytes.Equal(data, samplePDF(t)) {
		t.Error("a second file differs")
	}
}

func TestPDFContent(t *testing.T) {
	f, err := readPDF(samplePDF(t))
	if err != nil {
		t.Fatal(err)
	}
	want := "1 0.502 0 rg\n10 10 20.123 30 re\nf\n0 G\n0.5 w\n0 0 m\n100 100.5 l\nS\nBT /F1 12 Tf\n20 50 Td\n<"
	for _, o := range f.Objects {
		if strings.HasPrefix(string(o.Stream), want) {
			return
		}
	}
	t.Errorf("no page begins with\n%s", want)
}

func TestPDFWriteErrors(t *testing.T) {
	w := pdf.New(failing{}, pdf.Info{})
	w.Page(pdf.Sheet{Width: 100, Height: 100}, &pdf.Content{})
	if err := w.Close(); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}
