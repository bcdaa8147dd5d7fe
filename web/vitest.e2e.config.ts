import { defineConfig } from 'vitest/config';
import { pack } from './build/pack';
import { TEST_MS } from './e2e/patience';

// The browser tests run against the built site, one file after the other: two cores
// are not enough for more browsers.
export default defineConfig({
  plugins: [pack()],
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    globalSetup: 'e2e/browser.ts',
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
  },
});
