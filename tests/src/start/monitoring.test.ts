import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../fixtures/database'
import { startProcess } from '../fixtures/process'
import { startRedis } from '../fixtures/redis'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('../../../infra/deploy/monitoring', import.meta.url))
const read = (name: string) => readFile(path.join(folder, name), 'utf8')

/** Returns the metrics that expressions name, without the suffixes of histograms. */
const named = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:forum|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    ),
  )

it('has alerts that Prometheus accepts, and that fire when they should', async () => {
  await run('promtool', ['check', 'rules', 'alerts.yml'], { cwd: folder })
  await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder })
  await run('promtool', ['check', 'config', '--syntax-only', 'prometheus.yml'], { cwd: folder })
})

it('finds nothing that would keep a release from starting where database and Redis run', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'check-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const check = () =>
    run(process.execPath, [fileURLToPath(new URL('../../../.build/admin.mjs', import.meta.url)), 'check'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, MONGODB_URI: ownDatabase(), REDIS_URL: redis.url },
    })
  const { stdout } = await check()
  expect(stdout).toMatch(/^ok +Redis responds$/m)
  expect(stdout).not.toMatch(/^fault/m)
  await redis.kill()
  await expect(check()).rejects.toMatchObject({
    stderr: expect.stringMatching(/^fault +Redis cannot be reached: connect ECONNREFUSED/m) as string,
  })
})

it('ends with the reason when a command has another token secret than the forum', async () => {
  const forum = { MONGODB_URI: ownDatabase(), SEED: 'none', TOKEN_SECRET: 'a'.repeat(32) }
  await (await startProcess(forum)).stop()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'check-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const program = fileURLToPath(new URL('../../../.build/admin.mjs', import.meta.url))
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, MONGODB_URI: forum.MONGODB_URI }
  await expect(run(process.execPath, [program, 'list'], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('belong to another token secret') as string,
  })
})

it('prints every metric of the alerts and of the dashboard', async () => {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const forum = await startProcess({ MONGODB_URI: ownDatabase(), SEED: 'none', REDIS_URL: redis.url })
  onTestFinished(() => forum.killAll())
  const text = await (await fetch(`${forum.url}/api/metrics`)).text()
  const printed = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  const dashboard = JSON.parse(await read('dashboard.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const used = [...named(await read('alerts.yml')), ...named(expressions.join('\n'))]
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !printed.includes(name))).toEqual([])
  expect(text).toMatch(/^forum_oldest_unhandled_event_seconds 0$/m)
  expect(text).toMatch(/^forum_unhandled_events 0$/m)
  expect(text).toMatch(/^forum_database_connections\{state="in_use"\} \d+$/m)
  expect(Number(/^forum_redis_ping_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThanOrEqual(2)
})
