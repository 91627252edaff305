import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import LongestFirst from './tests/src/fixtures/longest-first.ts'

/**
 * One more than there are cores: tests wait for browsers, databases and servers, which run elsewhere. Bounded, since
 * each worker may use a forum and a browser of its own.
 */
const maxWorkers = Math.min(os.availableParallelism(), 5) + 1

/** Tests of the page that replace a module, and would replace it for every later file of their worker. */
const replacingModules = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => path.join('web/src', file))
  .filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))

const page = {
  environment: 'happy-dom',
  setupFiles: ['web/src/testing/render.setup.ts'],
  testTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  maxWorkers,
}

/** `unit` needs only Node; `system` starts databases, servers, redis-server and Chromium. */
export default defineConfig({
  test: {
    reporters: ['default', './tests/src/fixtures/slowest-files.ts', './tests/src/fixtures/coverage-ran.ts'],
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
          testTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          ...page,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: replacingModules,
          // A worker loads the page only once.
          isolate: false,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: { ...page, name: 'web-isolated', include: replacingModules },
      },
      {
        test: {
          name: 'system',
          include: ['tests/src/**/*.test.ts', '{infra,http-api}/**/*.system.test.ts'],
          globalSetup: ['tests/src/fixtures/database.setup.ts', 'tests/src/fixtures/shared.setup.ts'],
          environment: 'node',
          // Each file starts its own servers or uses its own members, threads and boards; a worker loads imports once.
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers,
        },
      },
    ],
  },
})
