// The installed app: the manifest as Chromium reads it, its shortcuts, a shared file or text,
// and a file that is opened with the app. Only the operating system can start these;
// the tests send the same requests.

import { describe, expect, it } from 'vitest';
import { useSite } from './app';

const site = useSite('/folder/');
const HEART = 'width 5\nheight 5\nrows\n1,1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2\n';

interface Manifest {
  readonly shortcuts: { readonly name: string; readonly url: string }[];
  readonly share_target: {
    readonly action: string;
    readonly method: string;
    readonly params: { readonly files: { readonly name: string }[]; readonly text: string };
  };
  readonly file_handlers: { readonly action: string; readonly accept: Record<string, string[]> }[];
}

/** The manifest, after Chromium has parsed it without a complaint. */
async function manifest(): Promise<Manifest> {
  const { page } = await site.open('');
  const cdp = await page.context().newCDPSession(page);
  const { errors, data } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  return JSON.parse(data!) as Manifest;
}

describe('shortcuts', () => {
  it('open their pages', async () => {
    const { shortcuts } = await manifest();
    const { page } = await site.open('');
    const titles: string[] = [];
    for (const { url } of shortcuts) {
      await page.goto(site.url + url);
      titles.push((await page.textContent('main h1'))!.trim());
    }
    expect(titles.length).toBe(3);
    expect(titles.slice(1)).toEqual(['Solve', 'Endless']);
    expect(titles[0]).toMatch(/^\w+ \d+$/); // today
  });
});

describe('share target', () => {
  it.each(['file', 'text'])('takes a %s, which is opened with Play', async (kind) => {
    const { share_target: target } = await manifest();
    // The operating system sends the form, so the policy of the page does not apply.
    expect(target.method).toBe('POST');
    const { page } = await site.open('', { serviceWorkers: 'allow', bypassCSP: true });
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) {
        await new Promise((r) =>
          navigator.serviceWorker.addEventListener('controllerchange', r, { once: true }),
        );
      }
    });
    await page.evaluate(
      ([action, name, text, kind]) => {
        const form = document.createElement('form');
        Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data' });
        const field = document.createElement(kind === 'file' ? 'input' : 'textarea');
        field.name = name;
        if (field instanceof HTMLInputElement) {
          const files = new DataTransfer();
          files.items.add(new File([text], 'heart.non'));
          field.type = 'file';
          field.files = files.files;
        } else field.value = text;
        form.append(field);
        document.body.append(form);
        form.submit();
      },
      [
        site.url + target.action,
        kind === 'file' ? target.params.files[0].name : target.params.text,
        HEART,
        kind,
      ],
    );
    await page.waitForURL(/solve\/#shared$/);
    await page.waitForSelector('h2:has-text("One solution")');
    expect(await page.locator('.primary:has-text("Play")').count()).toBe(1);
  });
});

describe('file handlers', () => {
  it('open a file of another program with Play', async () => {
    const [handler] = (await manifest()).file_handlers;
    expect(Object.values(handler.accept).flat()).toContain('.non');
    const { page } = await site.open('');
    await page.addInitScript((text) => {
      const files = [{ getFile: async () => new File([text], 'heart.non') }];
      const launchQueue = { setConsumer: (take: (l: object) => void) => take({ files }) };
      Object.defineProperty(window, 'launchQueue', { value: launchQueue });
    }, HEART);
    await page.goto(site.url + handler.action);
    await page.waitForSelector('h2:has-text("One solution")');
    expect(await page.locator('.primary:has-text("Play")').count()).toBe(1);
  });
});
