import './styles/tokens.css';
import './styles/base.css';
import './styles/forms.css';
import './styles/print.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { applyLanguage, applyTheme, followSettings } from './app/settings.svelte';
import { keepOffline } from './app/offline';
import { guardClicks } from './app/clickGuard';
import { keepSynchronized } from './games/startSync';
import { tellStorage } from './games/storageNotice';

applyTheme();
guardClicks();
followSettings();
tellStorage();
// These links are relative to the page and must not change with its address.
for (const link of document.querySelectorAll<HTMLLinkElement>(
  'link[rel~="icon"], link[rel="manifest"], link[rel="apple-touch-icon"]',
)) {
  link.setAttribute('href', link.href);
}
// If the texts cannot be loaded, the app is shown in English.
void applyLanguage()
  .catch(() => undefined)
  .then(() => {
    mount(App, { target: document.getElementById('app')! });
    keepOffline();
    keepSynchronized();
  });
