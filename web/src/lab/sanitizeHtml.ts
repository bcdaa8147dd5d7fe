// Sanitizes the text of an HTML page before a parser sees it. All documents that a page
// creates are under its content policy, and the browser reports violations while parsing,
// even for code that can never run. The text is split into tags and text by the rules of
// the HTML standard (13.2.5, tokenization) and written again in a plain form: every "<"
// begins a known tag, values are quoted, and nothing switches the parser to another state.
// One pass.

export interface SanitizedHtml {
  /** The page without event handlers, styles, scripts and references in its head. */
  readonly markup: string;
  /** The contents of the style elements. */
  readonly styles: readonly string[];
}

/** Elements with raw text content. They are removed with their content. */
const RAW = /^(?:script|style|xmp|iframe|noembed|noframes)$/;

/** Elements without content about the page, and one that never ends. */
const LEFT_OUT = /^(?:base|link|meta|embed|frame|plaintext)$/;

const COMMENT = /<!--(?:-?>|[^]*?(?:--!?>|$))/y;
const START = /<([a-z][^\s/>]*)/iy;
const END = /<\/([a-z][^\s/>]*)[^>]*>?/iy;
/** A doctype, a processing instruction or an end tag without a name. */
const BOGUS = /<[!?/][^>]*>?/y;
const ATTRIBUTE = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
const CLOSE = /[\s/]*(?:>|$)/y;

const ELEMENT_NAME = /^[a-z][a-z0-9:-]*$/i;
const ATTRIBUTE_NAME = /^(?!on)[a-z_:][\w:.-]*$/i;

/** Removes everything that violates a content policy. */
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

  /** The text up to the end tag of an element; skips the tag. */
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

/** An attribute as text. Event handlers are dropped, and style gets another name. */
function writeAttribute(name: string, value: string): string {
  if (!ATTRIBUTE_NAME.test(name)) return '';
  const safe = value.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return ` ${name.toLowerCase() === 'style' ? 'data-style' : name}="${safe}"`;
}
