// axe-core, and the color schemes and screens in which pages are checked. A page wider than the
// window is a violation too.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { PHONE } from './app';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

/** The serious violations. The script is evaluated by the debugger, because the content policy forbids it. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE + ';undefined');
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run()).violations;
  });
  const serious = found
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.nodes.map((n) => `${n.html} ${n.failureSummary ?? ''}`).join('\n')}`);
  const [wide, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  return wide > room ? [...serious, `the page is ${wide - room} pixels too wide`] : serious;
}

export const LOOKS = [
  ['light desktop', { colorScheme: 'light', reducedMotion: 'reduce' }],
  ['dark phone', { colorScheme: 'dark', reducedMotion: 'reduce', ...PHONE }],
] as const;
