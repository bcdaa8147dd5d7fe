// Addresses. The app may live in any folder of any host; the page says where that is
// (data-root, see build/pages.ts), and everything is told relative to it. Links are
// plain <a href>, so that opening in a new tab works; clicks on them are taken here.
//
// Every address is a page of its own on the server as well, so reloading needs no
// rewriting rules. The fragment belongs to the pages; play keeps share codes in it.

import { ROUTES, type Route } from './routes';

export interface Address {
  /** Nothing is there, if undefined. */
  readonly route: Route | undefined;
  /** What follows the place: "17" of /play/17. */
  readonly rest: string;
  /** The fragment, without its #. */
  readonly fragment: string;
}

const root = new URL(document.documentElement.dataset.root ?? '/', location.href);

/** The absolute address of a place, or of a file of the site. */
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

  /** Takes over clicks on links within the site. */
  private follow(event: MouseEvent): void {
    const link = (event.target as Element).closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0 || link.target || link.download)
      return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== root.origin || !parse(url).route || !url.pathname.startsWith(root.pathname))
      return;
    // A fragment of the same page is for the browser to scroll to.
    if (url.hash && url.pathname === location.pathname) return;
    event.preventDefault();
    history.pushState(null, '', url);
    this.read();
    scrollTo(0, 0);
  }
}

export const router = new Router();
