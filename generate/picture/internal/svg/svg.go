// Package svg draws SVG files as far as puzzles need them: shapes and paths with fills,
// strokes, gradients, clips, groups, repeated parts and style sheets of plain selectors.
// What a file asks for beyond that (text, photographs inside it, filters, masks,
// patterns, scripts) is refused by name, since a drawing without it is another one.
//
// Files come from anywhere. Nothing outside the file is ever looked at, entities are
// refused, and everything costs work that is charged before it is done, against
// [MaxWork]: repeated parts, points of outlines, pixels. So the time has a bound that
// neither the size of the file nor what it claims decides; so has the memory, by
// [MaxBytes] and the one size in which everything is drawn.
//
// Cost: a drawing of a hundred shapes takes some 20 ms; MaxWork about two seconds.
//
// Source: Scalable Vector Graphics 2, https://www.w3.org/TR/SVG2/.
package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"io"
	"strings"
)

const (
	// Side is the longer side of what is drawn, in pixels: 10 for each cell of the
	// largest puzzles that people solve.
	Side = 1024
	// MaxBytes bounds a file; maps of whole countries have less.
	MaxBytes = 4 << 20
	// MaxElements bounds the elements of a file, drawn or not.
	MaxElements = 100_000
	// MaxDepth bounds how deep elements are inside each other, repeated ones included.
	MaxDepth = 64
	// MaxWork bounds what is done for a drawing, in steps of some 5 ns.
	MaxWork = 400_000_000
)

// Error says what in a file keeps it from being drawn.
type Error struct {
	Line    int // from 1; 0 if it is the file as a whole
	Message string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

// node is an element.
type node struct {
	name     string
	attrs    []xml.Attr
	text     []byte // of a style sheet
	children []*node
	line     int
}

func (n *node) fail(format string, args ...any) error {
	return &Error{n.line, fmt.Sprintf(format, args...)}
}

// attr is the value of an attribute. Those of other vocabularies, which drawing
// programs leave behind, do not count, but href may be XLink's.
func (n *node) attr(name string) string {
	for _, a := range n.attrs {
		if a.Name.Local == name && (a.Name.Space == "" || name == "href") {
			return a.Value
		}
	}
	return ""
}

// Starts reports whether a file seems to be SVG.
func Starts(data []byte) bool {
	const head = 4 << 10 // some programs begin with a long comment
	data = bytes.TrimLeft(data[:min(len(data), head)], "\ufeff \t\r\n")
	return bytes.HasPrefix(data, []byte("<")) && (bytes.Contains(data, []byte("<svg")) || bytes.Contains(data, []byte(":svg")))
}

// DecodeConfig is the size in which a file is drawn.
func DecodeConfig(r io.Reader) (image.Config, error) {
	p := newParser(r)
	root, err := p.root()
	if err != nil {
		return image.Config{}, err
	}
	v, err := rootView(root)
	return image.Config{Width: v.width, Height: v.height}, err
}

// Decode draws a file; where it draws nothing it is transparent. The error is an
// [*Error].
func Decode(r io.Reader) (image.Image, error) { return decode(r, MaxWork) }

func decode(r io.Reader, work int) (image.Image, error) {
	p := newParser(r)
	root, err := p.root()
	if err != nil {
		return nil, err
	}
	if err := p.children(root, 1); err != nil {
		return nil, err
	}
	v, err := rootView(root)
	if err != nil {
		return nil, err
	}
	d := &drawing{ids: p.ids, rules: p.rules, left: work, img: image.NewRGBA(image.Rect(0, 0, v.width, v.height))}
	s := newStyle()
	s.matrix, s.view = v.matrix, v.box
	if s, err = d.styled(root, s); err == nil {
		err = d.group(root, s, 1)
	}
	if err != nil {
		return nil, err
	}
	return d.img, nil
}

// parser makes a tree of a file.
type parser struct {
	x        *xml.Decoder
	ids      map[string]*node
	rules    map[string]declarations
	elements int
	styling  int // bytes of rules
}

func newParser(r io.Reader) *parser {
	p := &parser{x: xml.NewDecoder(io.LimitReader(r, MaxBytes+1)), ids: map[string]*node{}, rules: map[string]declarations{}}
	p.x.CharsetReader = charset
	return p
}

// charset reads what is written in a byte per character.
func charset(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "us-ascii", "ascii":
		return in, nil
	case "iso-8859-1", "latin1", "windows-1252":
		data, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		text := make([]rune, len(data))
		for i, b := range data {
			text[i] = rune(b)
		}
		return strings.NewReader(string(text)), nil
	}
	return nil, fmt.Errorf("its characters are %s, expected UTF-8", label)
}

// token is the next one; it refuses what would need to be looked up or expanded.
func (p *parser) token() (xml.Token, error) {
	t, err := p.x.Token()
	line, _ := p.x.InputPos()
	switch {
	case p.x.InputOffset() > MaxBytes:
		return nil, &Error{line, fmt.Sprintf("the file has over %d MiB, which is the limit", MaxBytes>>20)}
	case errors.Is(err, io.EOF):
		return nil, &Error{line, "the file ends too early"}
	case err != nil:
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return nil, &Error{syntax.Line, syntax.Msg}
		}
		return nil, &Error{line, err.Error()}
	}
	if d, ok := t.(xml.Directive); ok && bytes.Contains(d, []byte("<!ENTITY")) {
		return nil, &Error{line, "it defines entities, which are not read; save it as plain SVG"}
	}
	return t, nil
}

// root moves past the first element.
func (p *parser) root() (*node, error) {
	for {
		t, err := p.token()
		if err != nil {
			return nil, err
		}
		if e, ok := t.(xml.StartElement); ok {
			n := p.element(e)
			if n.name != "svg" {
				return nil, n.fail("found the element <%s>, expected <svg>", e.Name.Local)
			}
			return n, nil
		}
	}
}

// element makes a node. Of other vocabularies it has no name.
func (p *parser) element(e xml.StartElement) *node {
	n := &node{attrs: e.Attr}
	n.line, _ = p.x.InputPos()
	if e.Name.Space == "" || strings.HasSuffix(e.Name.Space, "/svg") {
		n.name = e.Name.Local
	}
	p.elements++
	if id := n.attr("id"); id != "" && p.ids[id] == nil {
		p.ids[id] = n
	}
	return n
}

// children reads what is inside an element, and its end.
func (p *parser) children(n *node, depth int) error {
	for {
		t, err := p.token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.EndElement:
			if n.name == "style" {
				return p.sheet(n)
			}
			return nil
		case xml.CharData:
			if n.name == "style" {
				n.text = append(n.text, t...)
			}
		case xml.StartElement:
			child := p.element(t)
			switch {
			case p.elements > MaxElements:
				return child.fail("found over %d elements, which is the limit", MaxElements)
			case depth == MaxDepth:
				return child.fail("found elements more than %d deep, which is the limit", MaxDepth)
			case child.name == "script":
				return child.fail("it has a script, which is not run; export it as PNG")
			}
			if err := p.children(child, depth+1); err != nil {
				return err
			}
			if child.name != "" {
				n.children = append(n.children, child)
			}
		}
	}
}
