package render

import (
	"fmt"
	"strings"

	"nonogram"
)

// ISBN and its barcode. A number of ten digits is converted to thirteen. The barcode is an
// EAN-13 symbol on the last page, a left-hand one (ISO 2108, ISO/IEC 15420).

// isbn13 checks a number, with or without hyphens, and returns its thirteen digits.
func isbn13(text string) (string, error) {
	digits := strings.NewReplacer("-", "", " ", "").Replace(strings.TrimPrefix(strings.ToUpper(text), "ISBN"))
	switch len(digits) {
	case 10:
		sum := 0
		for i, c := range digits {
			value := int(c - '0')
			if c == 'X' && i == 9 {
				value, c = 10, '0'
			}
			if c < '0' || c > '9' {
				return "", isbnError(text, "10 or 13 digits")
			}
			sum += (10 - i) * value
		}
		if sum%11 != 0 {
			return "", isbnError(text, "another last digit: it does not match the others")
		}
		body := "978" + digits[:9]
		return body + fmt.Sprint(eanDigit(body)), nil
	case 13:
		if strings.Trim(digits, "0123456789") != "" || !strings.HasPrefix(digits, "978") && !strings.HasPrefix(digits, "979") {
			return "", isbnError(text, "13 digits that begin with 978 or 979")
		}
		if last := eanDigit(digits[:12]); int(digits[12]-'0') != last {
			return "", isbnError(text, fmt.Sprintf("%d as the last digit", last))
		}
		return digits, nil
	}
	return "", isbnError(text, "10 or 13 digits")
}

func isbnError(text, expected string) error {
	return badOption("isbn", "found %.24q, expected %s", text, expected)
}

// eanDigit is the check digit of twelve digits.
func eanDigit(digits string) int {
	sum := 0
	for i, c := range digits {
		sum += int(c-'0') * (1 + i%2*2)
	}
	return (10 - sum%10) % 10
}

// isbnText is the printed number: thirteen digits, with the caller's hyphens.
func (b *Book) isbnText() string {
	text := strings.TrimSpace(strings.TrimPrefix(strings.ToUpper(b.ISBN), "ISBN"))
	if digits, err := isbn13(text); err == nil && !strings.HasPrefix(strings.ReplaceAll(text, "-", ""), digits[:3]) {
		return digits
	}
	return text
}

// The barcode in nominal size: a module is 0.33 mm wide and a bar 22.85 mm high. Guard bars
// are 5 modules longer. The quiet zones are 11 and 7 modules.
const (
	module                = 0.33 * pointsPerMillimeter
	barHeight             = 22.85 * pointsPerMillimeter
	guardDepth            = 5 * module
	quietLeft, quietRight = 11, 7
	eanModules            = 95
	eanDigits             = 10 // type size of the digits
)

// eanSets are the bars of the digits in the left half: of set A, and of set B, which is chosen
// by the first digit as in eanParities. In the right half they are those of set A inverted.
var (
	eanSets = [2][10]string{
		{"0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011"},
		{"0100111", "0110011", "0011011", "0100001", "0011101", "0111001", "0000101", "0010001", "0001001", "0010111"},
	}
	eanParities = [10]string{"000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010"}
)

// eanBars returns the modules of a symbol, 1 for a bar.
func eanBars(digits string) string {
	bars := "101"
	for i, set := range eanParities[digits[0]-'0'] {
		bars += eanSets[set-'0'][digits[1+i]-'0']
	}
	bars += "01010"
	for _, c := range digits[7:] {
		bars += strings.NewReplacer("0", "1", "1", "0").Replace(eanSets[0][c-'0'])
	}
	return bars + "101"
}

// addBackPage adds the page with the barcode.
func (n *binder) addBackPage() {
	if n.book.ISBN == "" || n.book.Title == "" {
		return
	}
	if recto(n.next()) {
		n.add(leaf{plain: true})
	}
	n.add(leaf{plain: true, paint: n.backPage})
}

// backPage draws the barcode in the lower right corner, on white.
func (n *binder) backPage(p *page) {
	digits, err := isbn13(n.book.ISBN)
	if err != nil {
		return // Book.Check rejects it before
	}
	code := eanBars(digits)
	width := module * (quietLeft + eanModules + quietRight)
	height := barHeight + eanDigits + footerSize*1.6
	area := rect{p.body.x + p.body.w - width, p.body.y + p.body.h - height, width, height}
	black, white := nonogram.RGB{}, nonogram.RGB{R: 255, G: 255, B: 255}
	p.group(asFigure, n.say("ISBN %s as a barcode", n.book.isbnText()), func() {
		p.fill(white, area)
		left, top := area.x+quietLeft*module, area.y+footerSize*1.6
		var bars []rect
		for i := range eanModules {
			if code[i] == '1' {
				bar := rect{left + float64(i)*module, top, module, barHeight}
				if i < 3 || i > 44 && i < 50 || i > 91 {
					bar.h += guardDepth
				}
				bars = append(bars, bar)
			}
		}
		p.fill(black, bars...)
		baseline := top + barHeight + eanDigits*0.9
		digit := func(i int, x float64) word { return word{x, baseline, digits[i : i+1]} }
		line := []word{digit(0, area.x+4*module)}
		for i := 1; i < len(digits); i++ {
			at := 3 + 7*float64(i-1) + 3.5
			if i > 6 {
				at += 5
			}
			line = append(line, digit(i, left+at*module))
		}
		p.words(words{color: black, size: eanDigits, anchor: atMiddle, words: line})
		p.words(words{color: black, size: footerSize, anchor: atMiddle, words: []word{{area.x + width/2, area.y + footerSize, "ISBN " + n.book.isbnText()}}})
	})
}
