// What is too small, or cut off, on a page.

import type { Page } from 'playwright-core';

/** The smallest side of a target, and of one in the game. */
const TARGET = 24;
const GAME_TARGET = 44;

/** The targets that are too small for a finger. Links in a sentence have the height of its lines. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([least, inGame]) => {
      const found: string[] = [];
      const all = 'a[href], button, input, select, textarea, summary, [role="radio"]';
      for (const e of document.querySelectorAll<HTMLElement>(all)) {
        const target = e.closest('label') ?? e;
        if (target.matches('.unseen, .skip') || !target.checkVisibility()) continue;
        if (getComputedStyle(e).display === 'inline' && e.matches('p > a, li > a')) continue;
        const { width, height } = target.getBoundingClientRect();
        const wanted = target.closest('.play') ? inGame : least;
        // A size may be a fraction of a pixel less than it was asked to be.
        if (Math.min(width, height) < wanted - 0.5)
          found.push(`${Math.round(width)}×${Math.round(height)} ${target.outerHTML}`);
      }
      return found;
    },
    [TARGET, GAME_TARGET],
  );

/** How much wider the page, or a dialog on it, is than its window. */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('dialog')].map(
        (e) => e.scrollWidth - e.clientWidth,
      ),
    ),
  );

/** The spacing of text that WCAG 1.4.12 demands room for. */
export const spaceText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-block-end: 2em !important }`,
    );
    document.adoptedStyleSheets = [sheet];
  });

/** Texts that leave their button, are cut off by a box without an ellipsis, or overlap. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts: { text: string; layer: Element | undefined; lines: DOMRect[] }[] = [];
    const hidden = '.unseen, .skip, svg, option, [aria-hidden="true"], [role="grid"]';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement: e } = walker.currentNode as Text;
      const text = data.trim();
      if (!text || !e?.checkVisibility() || e.closest(hidden)) continue;
      if (getComputedStyle(e).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const around: Element[] = [];
      for (let a: Element | null = e; a; a = a.parentElement) around.push(a);
      for (const box of around) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const cutX = overflowX === 'hidden' && textOverflow !== 'ellipsis';
        const cutY = overflowY === 'hidden';
        if (cutX && (right > edge.right + 1 || left < edge.left - 1)) found.push(`cut: ${text}`);
        if (cutY && (bottom > edge.bottom + 2 || top < edge.top - 2)) found.push(`cut: ${text}`);
        const button = box.matches('button, .button, .picker label, nav a');
        if (button && (right > edge.right + 1 || left < edge.left - 1))
          found.push(`leaves its button: ${text}`);
      }
      const layer = around.find((a) => ['fixed', 'sticky'].includes(getComputedStyle(a).position));
      texts.push({ text, layer, lines: [...range.getClientRects()] });
    }
    for (const [i, a] of texts.entries())
      for (const b of texts.slice(i + 1)) {
        if (a.layer !== b.layer) continue;
        const meet = (p: DOMRect, q: DOMRect) =>
          Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 &&
          Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 6;
        if (a.lines.some((p) => b.lines.some((q) => meet(p, q))))
          found.push(`overlap: ${a.text} | ${b.text}`);
      }
    return found;
  });
