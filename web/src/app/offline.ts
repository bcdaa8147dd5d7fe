// Registers the service worker, and offers a reload when a new version is ready. A new
// version never replaces a page in use.

import { t, locale } from '../i18n/i18n.svelte';
import { notify } from './notices.svelte';
import { to } from './router.svelte';

export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  let reloading = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (reloading) location.reload();
  });
  navigator.serviceWorker
    .register(to('sw.js'), { scope: to('') })
    .then((registration) => {
      // A second deployment may have replaced the worker by the time of the press.
      const offer = (worker: ServiceWorker) =>
        notify(t('A new version is ready.'), {
          sticky: true,
          action: {
            label: t('Reload'),
            run: () => {
              reloading = true;
              (registration.waiting ?? worker).postMessage('take-over');
            },
          },
        });
      watch(registration, offer);
      keepLanguage();
      keepEngine();
    })
    .catch(() => {
      // Without a service worker the site needs the network but works.
    });
}

function watch(registration: ServiceWorkerRegistration, offer: (w: ServiceWorker) => void): void {
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
    });
  });
}

/** Caches the texts of the language, which were loaded before the worker was ready. */
export function keepLanguage(): void {
  if (locale.language !== 'en') tellWorker(`keep-${locale.language}`);
}

function tellWorker(message: string): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready.then(
    (r) => r.active?.postMessage(message),
    () => undefined,
  );
}

/**
 * Fetches all modules of the engine in the background, six megabytes, so that every page works
 * offline: when the browser is idle, if that costs the player nothing or the app is installed.
 * Otherwise each is fetched when it is first needed, and kept.
 */
function keepEngine(): void {
  const keep = () => {
    const ask = () => tellWorker('keep-engine');
    if ('requestIdleCallback' in window) requestIdleCallback(ask);
    else setTimeout(ask, 2000);
  };
  if (isInstalled() || isUnmetered()) keep();
  else addEventListener('appinstalled', keep, { once: true });
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** A phone whose browser does not tell its connection is taken for one on mobile data. */
function isUnmetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } };
  if (connection?.saveData) return false;
  const type = connection?.type ?? (matchMedia('(pointer: coarse)').matches ? 'cellular' : '');
  return type !== 'cellular';
}
