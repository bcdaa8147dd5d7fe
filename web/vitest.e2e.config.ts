import { defineConfig } from 'vitest/config';
import { pack } from './build/pack';

// The browser tests run against the built site, one file after the other: two cores
// are not enough for more browsers. The time limits are generous, because nothing is
// waited for by the clock.
export default defineConfig({
  plugins: [pack()],
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
