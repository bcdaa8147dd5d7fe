// The texts of the app, read out of its sources: those that are translated
// (src/i18n/), and those that are not although a user may read them. Text and attributes of
// markup are taken as they are; of code every literal that looks like a sentence or begins
// like one counts, unless it is only for programs: thrown, compared, imported, a type.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'svelte/compiler';
import ts from 'typescript';

const WEB = fileURLToPath(new URL('..', import.meta.url));

/** Functions whose first literals are keys of the catalogues. */
const CALLS: Readonly<Record<string, number>> = { t: 0, msg: 0, textParts: 0, plural: 2 };

/** Attributes of elements that are read or heard. */
const HEARD = new Set([
  ...['title', 'placeholder', 'alt', 'label', 'aria-label', 'aria-description', 'content'],
  ...['aria-roledescription', 'aria-valuetext', 'aria-placeholder'],
]);

export interface Found {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Text, an attribute, a literal, or a call of a function of the words. */
  readonly kind: 'text' | 'attribute' | 'literal' | 'call';
  /** The call's form for one thing. */
  readonly one?: string;
}

export function* sources(folder = 'src'): Generator<string> {
  for (const entry of readdirSync(WEB + folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(ts|svelte)$/.test(entry.name) && !path.startsWith('src/i18n/')) yield path;
  }
}

export function readTexts(file: string, source = readFileSync(WEB + file, 'utf8')): Found[] {
  const found: Found[] = [];
  const add = (node: Omit<Found, 'file'>) => found.push({ file, ...node });
  if (file.endsWith('.svelte')) readMarkup(source, add);
  else readCode(source, 0, add);
  return found;
}

type Add = (found: Omit<Found, 'file'>) => void;
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  data?: string;
  value?: unknown;
  [key: string]: unknown;
}

const hasWord = (text: string) => /\p{L}{2,}/u.test(text);

function readMarkup(source: string, add: Add): void {
  const root = parse(source, { modern: true }) as unknown as Record<string, Node | undefined>;
  for (const script of [root.module, root.instance]) {
    const content = script?.content as Node | undefined;
    if (content) readCode(source.slice(content.start, content.end), content.start, add);
  }
  walk(root.fragment!, '', source, add);
}

/** Goes through the markup; `owner` is the element around, in capitals a component. */
function walk(node: Node, owner: string, source: string, add: Add): void {
  if (node.type === 'Text') {
    const quiet = ['code', 'kbd', 'pre', 'style'].includes(owner);
    if (!quiet && hasWord(node.data!))
      add({ start: node.start, end: node.end, text: node.data!, kind: 'text' });
    return;
  }
  if (node.type === 'Comment') return;
  if (node.type === 'Attribute') return attribute(node, owner, source, add);
  if (isExpression(node)) return readCode(source.slice(node.start, node.end), node.start, add);
  const inside = /Element$|^Component$/.test(node.type) ? node.name! : owner;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'metadata' || key === 'parent' || key === 'loc') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && 'type' in child)
        walk(child as Node, inside, source, add);
    }
  }
}

const isExpression = (node: Node) =>
  !/^(Fragment|Root|Text|Comment|Attribute|Component|RegularElement|Svelte\w*|\w+Block|\w+Tag|\w+Directive|SpreadAttribute|SlotElement|TitleElement)$/.test(
    node.type,
  );

function attribute(node: Node, owner: string, source: string, add: Add): void {
  const parts = Array.isArray(node.value) ? (node.value as Node[]) : [node.value as Node];
  for (const part of parts) {
    if (!part || typeof part !== 'object') continue;
    if (part.type !== 'Text') walk(part, owner, source, add);
    else if (isHeard(node.name!, owner, part.data!))
      add({ start: node.start, end: node.end, text: part.data!, kind: 'attribute' });
  }
}

/** Components hand on what they get, so there every value that looks like words counts. */
function isHeard(name: string, owner: string, text: string): boolean {
  if (/^[A-Z]/.test(owner)) return /^\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(text) && name !== 'class';
  return HEARD.has(name) && hasWord(text);
}

function readCode(source: string, offset: number, add: Add): void {
  const file = ts.createSourceFile('a.ts', source, ts.ScriptTarget.ES2022, true);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isExportDeclaration(node)) return;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const at = CALLS[node.expression.text];
      if (at !== undefined) return call(node, at);
    }
    if (isForPrograms(node)) {
      // What is thrown may be in the player's words all the same.
      ts.forEachChild(node, calls);
      return;
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      literal(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      const text = [node.head, ...node.templateSpans.map((s) => s.literal)].map((p) => p.text);
      literal(node, text.join('{}'));
    }
    ts.forEachChild(node, visit);
  };
  const calls = (node: ts.Node): void => {
    const name =
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text;
    if (name && name in CALLS) visit(node);
    else ts.forEachChild(node, calls);
  };
  const at = (node: ts.Node) => ({ start: offset + node.getStart(), end: offset + node.getEnd() });
  const literal = (node: ts.Node, text: string) => {
    if (looksRead(text)) add({ ...at(node), text, kind: 'literal' });
  };
  const call = (node: ts.CallExpression, key: number) => {
    const [text, one] = [node.arguments[key], node.arguments[key - 1]];
    const texts = literals(text);
    if (texts) {
      const single = one && ts.isStringLiteralLike(one) ? { one: one.text } : {};
      texts.forEach((text) => add({ ...at(node), text, kind: 'call', ...single }));
    }
    node.arguments.forEach((argument, i) => {
      if (i > key || !texts) visit(argument);
    });
  };
  visit(file);
}

/** The literals that an argument can be: itself, or either side of a question. */
function literals(node: ts.Expression | undefined): string[] | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (!ts.isConditionalExpression(node)) return undefined;
  const [yes, no] = [literals(node.whenTrue), literals(node.whenFalse)];
  return yes && no && [...yes, ...no];
}

/** Whether what stands in a node is never shown: errors of our own, comparisons, names. */
function isForPrograms(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true;
  if (ts.isCallExpression(node))
    return /^(console\.|.*\.querySelector|.*\.includes$)/.test(node.expression.getText());
  if (ts.isNewExpression(node)) return /Error$|^RegExp$/.test(node.expression.getText());
  if (ts.isBinaryExpression(node))
    return /^[!=]==?$/.test(node.operatorToken.getText()) && isPlain(node);
  return ts.isCaseClause(node)
    ? false
    : ts.isPropertyName(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

const isPlain = (node: ts.BinaryExpression) =>
  ts.isStringLiteralLike(node.left) || ts.isStringLiteralLike(node.right);

/** A capital and small letters, or words with room between them. */
const looksRead = (text: string) =>
  /^\p{Lu}\p{Ll}+/u.test(text) ||
  /(^|[\s}(])\p{L}{2,}[,.;:]? +[\p{L}{(]/u.test(text) ||
  /[}%] \p{L}{2,}/u.test(text);
