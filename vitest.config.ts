import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'test/*.test.ts'], testTimeout: 30_000 } },
      // One file at a time: the faults in test/lab need the machine to themselves.
      {
        test: { name: 'e2e', include: ['test/{lab,e2e}/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 120_000, fileParallelism: false },
      },
    ],
  },
});
