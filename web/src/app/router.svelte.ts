// Addresses. The app can be in any folder of any host; the page contains the path to that
// folder (data-root, see build/pages.ts). Links are plain <a href>, so they open in new
// tabs; clicks on them are handled here. Every address is also a file on the server, so
// reloading needs no rewriting rules. Pages interpret the fragment themselves.
//
// Back returns to the scroll position. Links with data-back do so too: they go back in the
// history if they lead to the page before.

import { overlays } from '../ui/overlays';
import { ROUTES, type Route } from './routes';

export interface Address {
  /** Undefined if no page has this address. */
  readonly route: Route | undefined;
  /** The path after the route: "17" in /play/17. */
  readonly rest: string;
  /** The fragment, without its #. */
  readonly fragment: string;
}

const root = new URL(document.documentElement.dataset.root ?? '/', location.href);

/** The absolute address of a page or a file of the site. */
export const to = (path: string): string => {
  const [page, fragment] = path.split('#');
  const slash = page === '' || page.endsWith('/') || page.includes('.') ? '' : '/';
  return new URL(page + slash + (fragment === undefined ? '' : '#' + fragment), root).href;
};

export function parse(url: URL): Address {
  const path = url.pathname.startsWith(root.pathname)
    ? url.pathname.slice(root.pathname.length)
    : '';
  const parts = path.split('/').filter((part) => part !== '' && part !== 'index.html');
  const route = ROUTES.find((p) => p.path === (parts[0] ?? ''));
  return { route, rest: parts.slice(1).join('/'), fragment: url.hash.slice(1) };
}

/** What the app keeps with an entry of the browser's history. */
interface Entry {
  /** The address of the entry before. */
  readonly from?: string;
  /** The number of dialogs and sheets that are open. */
  readonly overlays?: number;
  /** The scroll position, for a reload. */
  readonly y?: number;
}

const entry = (): Entry => (history.state as Entry | null) ?? {};

class Router {
  address = $state.raw<Address>(parse(new URL(location.href)));
  private shown = location.href;
  /** The last scroll position of every address. */
  private readonly positions = new Map<string, number>();
  /** The scroll position to return to when the page is shown. */
  private target: number | undefined = entry().y;
  private stopRestoring: () => void = () => undefined;

  constructor() {
    history.scrollRestoration = 'manual';
    history.replaceState({ ...entry(), overlays: 0 }, '');
    addEventListener('popstate', () => this.popped());
    addEventListener('hashchange', () => this.read());
    addEventListener('scroll', () => this.positions.set(location.href, scrollY), { passive: true });
    addEventListener('scrollend', () => history.replaceState({ ...entry(), y: scrollY }, ''));
    window.addEventListener('click', (event) => this.follow(event));
  }

  go(path: string, options: { replace?: boolean } = {}): void {
    if (overlays.leaving) overlays.afterwards(() => this.go(path, options));
    else if (options.replace) {
      history.replaceState(entry(), '', to(path));
      this.read();
    } else this.push(to(path));
  }

  /** Opens an address at the top, or at a scroll position. */
  private push(url: string, y = 0): void {
    this.positions.set(location.href, scrollY);
    // The address takes the place of a dialog that is open.
    if (entry().overlays) history.replaceState({ from: location.href }, '', url);
    else history.pushState({ from: location.href }, '', url);
    overlays.forget();
    this.read();
    scrollTo(0, 0);
    this.target = y;
  }

  private popped(): void {
    if (history.state === null)
      history.replaceState({}, ''); // the browser went to a fragment
    else if (overlays.popped() && location.href !== this.shown)
      this.target = this.positions.get(location.href);
    this.read();
  }

  private read(): void {
    if (location.href === this.shown) return;
    this.shown = location.href;
    this.address = parse(new URL(location.href));
  }

  /** Returns to the scroll position of the page, as soon as the page is long enough. */
  restore(): void {
    const y = this.target;
    this.target = undefined;
    this.stopRestoring();
    if (!y) return;
    const events = ['wheel', 'pointerdown', 'keydown'];
    const observer = new ResizeObserver(() => {
      scrollTo(0, y);
      if (scrollY >= y - 1) stop();
    });
    const stop = (this.stopRestoring = () => {
      observer.disconnect();
      for (const name of events) removeEventListener(name, stop);
    });
    for (const name of events) addEventListener(name, stop);
    observer.observe(document.body);
    scrollTo(0, y);
  }

  /** Handles clicks on links within the site. */
  private follow(event: MouseEvent): void {
    const link = (event.target as Element).closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0 || link.target || link.download)
      return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== root.origin || !parse(url).route || !url.pathname.startsWith(root.pathname))
      return;
    const samePage = url.pathname === location.pathname;
    // The browser scrolls to an element of the same page.
    if (samePage && document.getElementById(url.hash.slice(1))) return;
    event.preventDefault();
    const { back } = link.dataset;
    const from = new URL(entry().from ?? '', location.href);
    const cameFrom = from.pathname === url.pathname && (!samePage || from.hash === url.hash);
    if (back !== undefined && cameFrom && entry().from) history.back();
    else this.push(url.href, back === undefined ? 0 : this.positions.get(url.href));
  }
}

export const router = new Router();
