import { defineConfig } from 'vitest/config'

/** `unit` needs nothing but Node; `system` starts databases, servers, redis-server and Chromium. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,http-api,realtime-server,infra}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.system.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: './web/vite.config.ts',
        test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      {
        test: {
          name: 'system',
          include: ['tests/src/**/*.test.ts', '{infra,http-api}/**/*.system.test.ts'],
          globalSetup: ['tests/src/fixtures/database.setup.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
