// Opens the report of `nonogram study` in a sandboxed frame. The report contains inline
// styles, which the content policy forbids, and a frame inherits the policy. So the styles
// are passed as style sheet objects, which the policy allows.
//
// The file may be any page. Code is removed from its text (sanitizeHtml.ts) and references
// from the parsed document; the sandbox and the policy are a second barrier.

import { t } from '../i18n/i18n.svelte';
import { sanitizeHtml } from './sanitizeHtml';

/** A file that is not a report. The message is for people. */
export class ReportError extends Error {
  override name = 'ReportError';
}

/** A report with charts and data is below a megabyte. */
export const MAX_REPORT = 20 << 20;

const UNWANTED = 'object,form,audio,video,template';

export interface Report {
  readonly title: string;
  readonly body: HTMLElement;
  readonly styles: readonly string[];
  readonly language: string;
}

export function readReport(text: string): Report {
  if (text.length > MAX_REPORT) throw new ReportError(t('This file is too large for a report.'));
  const { markup, styles } = sanitizeHtml(text);
  const page = new DOMParser().parseFromString(markup, 'text/html');
  if (!page.querySelector('body h1, body h2')) {
    throw new ReportError(t('This is no report: expected a page that nonogram study has written.'));
  }
  page.querySelectorAll(UNWANTED).forEach((element) => element.remove());
  for (const element of [page.body, ...page.body.querySelectorAll('*')]) clean(element);
  return {
    title: page.title || t('Report'),
    body: page.body,
    styles,
    language: page.documentElement.lang || 'en',
  };
}

/** Removes attributes that could fetch from elsewhere. */
function clean(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const fetches = /^(src|srcset|href|xlink:href|action|poster|ping)$/.test(name);
    if (fetches && !value.startsWith('#')) element.removeAttribute(name);
  }
}

/** Shows a report in a blank, sandboxed frame. */
export function showReport(frame: HTMLIFrameElement, report: Report): void {
  const page = frame.contentDocument;
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!page || !view) throw new ReportError(t('The report cannot be shown here.'));
  page.documentElement.lang = report.language;
  page.title = report.title;
  const body = page.adoptNode(report.body.cloneNode(true) as HTMLElement);
  // The policy ignores style attributes but allows styles that are set by a script.
  for (const element of body.querySelectorAll<HTMLElement | SVGElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
  }
  page.body.replaceWith(body);
  body.addEventListener('click', (event) => follow(event, page));
  page.adoptedStyleSheets = report.styles.map((text) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

/** A blank page has no address, so links within it are handled here. */
function follow(event: MouseEvent, page: Document): void {
  const link = (event.target as Element).closest('a[href^="#"]');
  if (!link) return;
  event.preventDefault();
  page.getElementById(decodeURIComponent(link.getAttribute('href')!.slice(1)))?.scrollIntoView();
}
