import { defineConfig } from 'vitest/config'

/** Browsers, databases and servers share the cores with the tests that drive them. */
const maxWorkers = 2

/** `unit` needs nothing but Node; `system` starts databases, servers, redis-server and Chromium. */
export default defineConfig({
  test: {
    reporters: ['default', './tests/src/fixtures/slowest-files.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,http-api,realtime-server,infra}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.system.test.ts'],
          environment: 'node',
          // These keep nothing in modules, so that what they import is read once a worker.
          isolate: false,
          // Generous: a time-out is there for what hangs, not for a slow machine.
          testTimeout: 120_000,
          maxWorkers,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 120_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'system',
          include: ['tests/src/**/*.test.ts', '{infra,http-api}/**/*.system.test.ts'],
          globalSetup: ['tests/src/fixtures/database.setup.ts', 'tests/src/fixtures/shared.setup.ts'],
          environment: 'node',
          // A busy machine can turn a race that no reader meets into a failure; the report names what needed a second try.
          retry: 1,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          maxWorkers,
        },
      },
    ],
  },
})
