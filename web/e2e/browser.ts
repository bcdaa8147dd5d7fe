// The system's Chromium, or the one that CHROMIUM names. Its headless shell is the same
// without windows, and takes half the time. As the global set-up of the browser tests it
// is started once before them: their output names the browser and its version, and a missing
// browser is reported once.

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { WAIT_MS } from './patience';

const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
].map((n) => '/usr/bin/' + n);
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findBrowser(): string {
  const found = [process.env.CHROMIUM, ...BROWSERS].find((path) => path && existsSync(path));
  if (!found)
    throw new Error('there is no Chromium to test with: install one, or name it in CHROMIUM');
  return found;
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: FLAGS, timeout: WAIT_MS });

export async function setup(): Promise<void> {
  const browser = await launch();
  console.log(`browser: ${findBrowser()}, version ${browser.version()}`);
  await browser.close();
}
