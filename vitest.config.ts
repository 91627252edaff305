import { defineConfig } from 'vitest/config'

/** Browsers, databases and servers share the cores with the tests that drive them. */
const maxWorkers = 2

/** `unit` needs only Node; `system` starts databases, servers, redis-server and Chromium. */
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
          // These tests keep no state in modules, so each worker loads their imports only once.
          isolate: false,
          // Generous: the time-out is meant for hanging tests, not for a slow machine.
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
          // On a busy machine a race that no reader meets can fail a test; the report lists tests that needed a retry.
          retry: 1,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          maxWorkers,
        },
      },
    ],
  },
})
