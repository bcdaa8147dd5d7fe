// Debian's Firefox, or the one that FIREFOX names. It is driven by WebDriver BiDi, which
// Puppeteer speaks; Playwright drives only a Firefox of its own.

import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';
import { WAIT_MS } from './patience';

/** Undefined where there is none. */
export const FIREFOX = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (path) => path && existsSync(path),
);

/** Preferences that make the primary pointer a finger, as on a phone. */
export const FINGER = { 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 };

export async function launchFirefox(extraPrefsFirefox: Record<string, number> = {}) {
  const browser: Browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    timeout: WAIT_MS,
    protocolTimeout: WAIT_MS,
    extraPrefsFirefox,
  });
  console.log(`browser: ${FIREFOX}, ${await browser.version()}`);
  return browser;
}
