// Makes the text of a page harmless before a parser sees it. Every document that a page
// can make is under the page's content policy (DOMParser's, a template's, the browser's
// own sanitizer's), and the browser complains of a handler or an inline style as soon as
// it is parsed, also where it could never run.
//
// So the text is taken into tags and text by the rules of the HTML standard (13.2.5,
// tokenization) and written anew in one plain form: every "<" begins a tag of ours, names
// are letters, values are quoted, and nothing is in it that would switch a parser to
// another way of reading. Whatever the file was, the parser reads what is written here.
// It takes one pass.

export interface SanitizedHtml {
  /** The page without handlers, style, scripts and references in its head. */
  readonly markup: string;
  /** What the style elements held. */
  readonly styles: readonly string[];
}

/** Elements whose content is text to a parser: they go with all they hold. */
const RAW = /^(?:script|style|xmp|iframe|noembed|noframes)$/;

/** Elements that say something about the page and hold nothing; and one that never ends. */
const LEFT_OUT = /^(?:base|link|meta|embed|frame|plaintext)$/;

const COMMENT = /<!--(?:-?>|[^]*?(?:--!?>|$))/y;
const START = /<([a-z][^\s/>]*)/iy;
const END = /<\/([a-z][^\s/>]*)[^>]*>?/iy;
/** A document type, an instruction, an end without a name: a comment to a parser. */
const BOGUS = /<[!?/][^>]*>?/y;
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
const CLOSE = /[\s/]*(?:>|$)/y;

const ELEMENT_NAME = /^[a-z][a-z0-9:-]*$/i;
const ATTRIBUTE_NAME = /^(?!on)[a-z_:][\w:.-]*$/i;

/** Takes everything out of a page that a content policy could object to. */
export function sanitizeHtml(text: string): SanitizedHtml {
  const written = ['<!doctype html>'];
  const styles: string[] = [];
  let at = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };

  /** The attributes and the end of a start tag. */
  const readTag = (): { attributes: string; closed: boolean } => {
    let attributes = '';
    for (;;) {
      const end = read(CLOSE);
      if (end) return { attributes, closed: end[0].endsWith('/>') };
      const [, name, double, single, bare] = read(ATTRIBUTE)!;
      attributes += writeAttribute(name, double ?? single ?? bare ?? '');
    }
  };

  /** The text up to the end tag of an element, which is passed. */
  const readRaw = (name: string): string => {
    const from = at;
    const end = new RegExp(`</${name}(?=[\\s/>])[^>]*>?`, 'ig');
    end.lastIndex = from;
    const found = end.exec(text);
    at = found ? end.lastIndex : text.length;
    return text.slice(from, found?.index ?? at);
  };

  const readElement = (name: string): void => {
    const { attributes, closed } = readTag();
    if (RAW.test(name)) {
      const content = closed ? '' : readRaw(name);
      if (name === 'style') styles.push(content);
    } else if (ELEMENT_NAME.test(name) && !LEFT_OUT.test(name)) {
      written.push(`<${name}${attributes}${closed ? '/' : ''}>`);
    }
  };

  while (at < text.length) {
    const next = text.indexOf('<', at);
    written.push(text.slice(at, next < 0 ? text.length : next));
    if (next < 0) break;
    at = next;
    const start = read(START);
    if (start) {
      readElement(start[1].toLowerCase());
      continue;
    }
    const end = read(END);
    if (end) {
      if (ELEMENT_NAME.test(end[1])) written.push(`</${end[1]}>`);
    } else if (!read(COMMENT) && !read(BOGUS)) {
      written.push('&lt;');
      at++;
    }
  }
  return { markup: written.join(''), styles };
}

/** An attribute as text; none for a handler, and style by another name. */
function writeAttribute(name: string, value: string): string {
  if (!ATTRIBUTE_NAME.test(name)) return '';
  const safe = value.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return ` ${name.toLowerCase() === 'style' ? 'data-style' : name}="${safe}"`;
}
