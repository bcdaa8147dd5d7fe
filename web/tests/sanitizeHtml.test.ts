// Pages made harmless before a parser sees them.

import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../src/lab/sanitizeHtml';

const markup = (text: string) => sanitizeHtml(text).markup.replace(/^<!doctype html>/, '');

describe('a page made harmless', () => {
  it.each([
    ['keeps plain markup', '<p class="a">b &amp; c</p>', '<p class="a">b &amp; c</p>'],
    ['takes handlers out', '<p onclick="x()" id=a ONLOAD=y>b</p>', '<p id="a">b</p>'],
    ['with no room before them', '<p id="a"onclick=x>', '<p id="a">'],
    ['behind strokes', '<svg/onload="x"/width="3"/>', '<svg width="3"/>'],
    ['with room around the sign', "<p onclick\n = 'x'\tid\t=\t'a'>", '<p id="a">'],
    ['behind an end in a value', '<p id="a>b" onclick=x>', '<p id="a>b">'],
    ['within a value', '<p id="<p onclick=x>">', '<p id="&lt;p onclick=x>">'],
    [
      'in a title',
      '<title><a b="</title><p onclick=x>"></title>',
      '<title><a b="&lt;/title>&lt;p onclick=x>"></title>',
    ],
    [
      'renames style',
      '<p style="color: red" STYLE=x>',
      '<p data-style="color: red" data-style="x">',
    ],
    ['quotes', `<p id='"'>`, '<p id="&quot;">'],
    [
      'drops comments',
      'a<!-- <p onclick=x> -->b<!-->c<!--d--!>e<!doctype x>f<?g>h</ i>j',
      'abcefhj',
    ],
    ['drops what is raw', '<script>"</p>"<p onclick=x></script >a<xmp><p></xmp>', 'a'],
    ['drops what a page says of itself', '<base href=x><meta a><link b>c<plaintext>d', 'cd'],
    ['drops odd names', '<p! onclick=x>a</p!><p "b" 3="c" d>', 'a<p d="">'],
    ['keeps signs', 'a < b <3 <', 'a &lt; b &lt;3 &lt;'],
    ['ends where the file does', '<p id="a', '<p id="&quot;a">'],
    ['ends raw text where the file does', 'a<script>b', 'a'],
    [
      'of a drawing',
      '<svg viewBox="0 0 1 1"><linearGradient/></svg>',
      '<svg viewBox="0 0 1 1"><lineargradient/></svg>',
    ],
  ])('%s', (_, text, want) => {
    expect(markup(text)).toBe(want);
  });

  it('hands its style over', () => {
    const { styles } = sanitizeHtml('<style>p > a {}</style><svg><style/><STYLE x=y>b</style >');
    expect(styles).toEqual(['p > a {}', '', 'b']);
  });

  it('has one form, whatever the file was', () => {
    const pieces = [
      ...['<', '</', '>', '/', '=', '"', "'", ' ', '\n', '<!--', '-->', '<!', '\0', '&quot;'],
      ...['p', 'title', 'textarea', 'script', 'style', 'svg', 'onclick', 'style', 'x', 'é'],
    ];
    const name = '[a-z][a-z0-9:-]*';
    const value = '="[^"<]*"';
    const plain = new RegExp(
      `^(?:[^<]|</${name}>|<(?!(?:script|style)[ />])${name}(?: (?!on|style=)[a-z_:][\\w:.-]*${value})*/?>)*$`,
      'i',
    );
    let seed = 1;
    const random = (n: number) => (seed = (seed * 48271) % 0x7fffffff) % n;
    for (let i = 0; i < 20_000; i++) {
      const text = Array.from({ length: 2 + random(20) }, () => pieces[random(pieces.length)]);
      expect(markup(text.join(''))).toMatch(plain);
    }
  });

  it('takes one pass', () => {
    const n = 200_000;
    for (const text of [' ', '/', '<', '<p ', '"', '<p a="', '<!--', '</', '<script>', '= ']) {
      expect(sanitizeHtml('<p' + text.repeat(n)).styles).toEqual([]);
    }
  });
});
