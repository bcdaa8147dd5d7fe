package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"

	"nonogram/cmd/internal/picture"
)

// Decode takes the content of a file, whatever kind of image it is.
func ExampleDecode() {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 30, 20))); err != nil {
		fmt.Println(err)
		return
	}
	img, err := picture.Decode(context.Background(), file.Bytes())
	fmt.Println(img.Bounds().Size(), err)
	_, err = picture.Decode(context.Background(), []byte("no image"))
	fmt.Println(err != nil)
	// Output:
	// (30,20) <nil>
	// true
}
