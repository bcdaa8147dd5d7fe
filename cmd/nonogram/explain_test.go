package main

import (
	"slices"
	"testing"
)

// Lines end at spaces and between wide characters, and no line begins with a stop.
func TestWrap(t *testing.T) {
	for text, want := range map[string][]string{
		"the blocks need 8 of the 10 cells": {"the blocks need 8 of the 10", "cells"},
		"一二三四五六七八九十一二三四、六七「九」":              {"一二三四五六七八九十一二三四、", "六七「九」"},
		"Row 1: 一二三四五六七八九十 2 3 四五六七八九":      {"Row 1: 一二三四五六七八九十 2", "3 四五六七八九"},
		"short": {"short"},
		"averyveryveryveryverylongwordthatfitsnowhere a": {"averyveryveryveryverylongwordthatfitsnowhere", "a"},
	} {
		if got := wrap(text, leastWidth); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
