import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { descriptions } from './build/descriptions';
import { pack } from './build/pack';
import { techniques } from './build/techniques';
import { translations } from './build/translations';

export default defineConfig({
  plugins: [svelte(), pack(), descriptions(), techniques(), translations()],
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    // Seconds on a quiet machine; a busy one may take many times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
