import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { patiently } from '../fixtures/browser'
import { descendants, isRunning, killIfThere } from '../fixtures/process'
import { ownDatabase } from '../fixtures/database'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it.each([
  ['start', 'SIGTERM'],
  ['start', 'SIGKILL'],
  ['dev', 'SIGTERM'],
  ['dev', 'SIGKILL'],
] as const)('npm run %s ends everything it started when only npm gets a %s', async (script, signal) => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'forum-npm-'))
  const npm = spawn('npm', ['run', script], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      MONGODB_URI: ownDatabase(),
      PORT: '0',
      SEED: 'none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let started: number[] = []
  onTestFinished(async () => {
    for (const pid of started) killIfThere(pid)
    await rm(dataDir, { recursive: true, force: true })
  })
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  npm.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output, patiently).toMatch(/^ready http\S+$/m)

  started = await descendants(npm.pid ?? 0)
  expect(started.length).toBeGreaterThan(1)
  const exit = once(npm, 'exit')
  npm.kill(signal)
  await exit
  await expect
    .poll(async () => (await Promise.all(started.map(isRunning))).includes(true), patiently)
    .toBe(false)
})
