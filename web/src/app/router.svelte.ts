// Addresses. The app can be in any folder of any host; the page contains the path to that
// folder (data-root, see build/pages.ts). Links are plain <a href>, so they open in new
// tabs; clicks on them are handled here. Every address is also a file on the server, so
// reloading needs no rewriting rules. Pages interpret the fragment themselves.

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

class Router {
  address = $state.raw<Address>(parse(new URL(location.href)));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
    window.addEventListener('click', (event) => this.follow(event));
  }

  go(path: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, '', to(path));
    else history.pushState(null, '', to(path));
    this.read();
    if (!options.replace) scrollTo(0, 0);
  }

  private read(): void {
    this.address = parse(new URL(location.href));
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
    // The browser scrolls to a fragment of the same page.
    if (url.hash && url.pathname === location.pathname) return;
    event.preventDefault();
    history.pushState(null, '', url);
    this.read();
    scrollTo(0, 0);
  }
}

export const router = new Router();
