import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { descriptions } from './build/descriptions';
import { pack } from './build/pack';
import { pages } from './build/pages';
import { techniques } from './build/techniques';
import { translations } from './build/translations';

export default defineConfig({
  // Relative addresses, so that the site works from any folder of any host.
  base: './',
  appType: 'spa',
  plugins: [svelte(), pack(), descriptions(), techniques(), translations(), pages()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The first browsers with light-dark(), which the tokens are written in.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // Data addresses would save a request and cost a hole in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // Small modules that most pages share are fetched as one: each request of a phone waits for
    // its turn.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 10 }] } },
    },
  },
});
