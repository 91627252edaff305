import os from 'node:os'
import { defineConfig } from 'vitest/config'
import LongestFirst from './tests/src/fixtures/longest-first.ts'

/**
 * One more than there are cores: tests wait for browsers, databases and servers, which run elsewhere. Bounded, since
 * each worker may use a forum and a browser of its own.
 */
const maxWorkers = Math.min(os.availableParallelism(), 5) + 1

/** `unit` needs only Node; `system` starts databases, servers, redis-server and Chromium. */
export default defineConfig({
  test: {
    reporters: ['default', './tests/src/fixtures/slowest-files.ts'],
    // `npm run test:deep` runs long schedules with more.
    provide: { seeds: 1 },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,http-api,realtime-server,infra}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.system.test.ts'],
          environment: 'node',
          // These tests keep no state in modules, so each worker loads their imports only once.
          isolate: false,
          // Generous: the time-outs are meant for hanging tests, not for a slow machine.
          testTimeout: 300_000,
          expect: { poll: { timeout: 180_000 } },
          maxWorkers,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          include: ['web/{src,service-worker}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Loading happy-dom and React for each file took half of the time.
          isolate: false,
          setupFiles: ['web/src/testing/fresh-page.ts'],
          testTimeout: 300_000,
          expect: { poll: { timeout: 180_000 } },
          maxWorkers,
        },
      },
      {
        test: {
          name: 'system',
          include: ['tests/src/**/*.test.ts', '{infra,http-api}/**/*.system.test.ts'],
          globalSetup: ['tests/src/fixtures/database.setup.ts', 'tests/src/fixtures/shared.setup.ts'],
          environment: 'node',
          // Each file starts its own servers or uses its own members, threads and boards; a worker loads imports once.
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 180_000 } },
          maxWorkers,
        },
      },
    ],
  },
})
