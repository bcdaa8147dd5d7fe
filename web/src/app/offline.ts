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
 * Fetches all modules of the engine in the background, so that every page works offline.
 * Only pages that use the engine call this, because it takes a megabyte.
 */
export function keepEngine(): void {
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  if (!import.meta.env.PROD || saving || !('serviceWorker' in navigator)) return;
  const ask = () => tellWorker('keep-engine');
  if ('requestIdleCallback' in window) requestIdleCallback(ask);
  else setTimeout(ask, 2000);
}
