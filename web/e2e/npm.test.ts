// The npm package in a browser: its files from one folder, without a bundler.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { launch } from './browser';
import { serve } from './serve.js';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Solves the puzzle of npm/README.md and draws a cell. */
const PAGE = `<!doctype html><title>…</title>
<script>
  addEventListener('unhandledrejection', ({ reason }) => (document.title = reason));
  addEventListener('error', ({ message }) => (document.title = message));
</script>
<script type="module">
  import { render, solve } from "./index.js";
  const puzzle = {
    rows: [[1, 1], [5], [5], [3], [1]],
    columns: [[2], [4], [4], [4], [2]],
  };
  const { status, grid } = await solve({ puzzle });
  const { text } = await render({ puzzle, as: 'svg' });
  document.title = [status, grid[4], text.slice(0, 4)].join(' ');
</script>`;

it('solves and draws in a browser', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonogram-npm-'));
  cpSync(path('../../npm'), folder, { recursive: true });
  cpSync(path('../public/engine/wasm_exec.js'), join(folder, 'wasm_exec.js'));
  for (const name of ['engine.wasm', 'draw.wasm'])
    writeFileSync(
      join(folder, name + '.gz'),
      gzipSync(readFileSync(path('../public/engine/' + name))),
    );
  writeFileSync(join(folder, 'index.html'), PAGE);
  const host = await serve(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.waitForFunction(() => document.title !== '…');
    expect(await page.title()).toBe('unique ..#.. <svg');
  } finally {
    await browser.close();
    await host.close();
    rmSync(folder, { recursive: true });
  }
});
