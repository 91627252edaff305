import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { patiently } from '../fixtures/browser'
import { descendants, isRunning } from '../fixtures/process'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const status = async (url: string) => (await fetch(url)).status

it('serves page, API and sockets with npm run dev on one port, restarts a changed server, and ends cleanly', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'forum-dev-'))
  const dev = spawn(process.execPath, ['infra/launcher/dev.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', SEED: 'boards' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(dev, 'exit')
  onTestFinished(async () => {
    if (dev.pid !== undefined && dev.exitCode === null) {
      const started = await descendants(dev.pid)
      for (const pid of [dev.pid, ...started]) process.kill(pid, 'SIGKILL')
      await exit
    }
    await rm(dataDir, { recursive: true, force: true })
  })
  let output = ''
  dev.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  dev.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const starts = () => output.match(/^server started$/gm)?.length ?? 0

  await expect.poll(() => output, patiently).toMatch(/^ready http\S+$/m)
  const url = /^ready (\S+)$/m.exec(output)?.[1] ?? ''
  expect(await (await fetch(url)).text()).toContain('src="/@vite/client"')
  expect(await (await fetch(`${url}/@vite/client`)).text()).toContain('WebSocket')
  expect(await status(`${url}/api/health/ready`)).toBe(200)
  expect(await status(`${url}/socket.io/?EIO=4&transport=polling`)).toBe(200)

  // To the watcher, a new modification time is a change; the source stays unchanged.
  const now = new Date()
  await utimes(path.join(root, 'shared/src/clock.ts'), now, now)
  await expect.poll(starts, patiently).toBeGreaterThan(1)
  await expect.poll(() => status(`${url}/api/health/ready`), patiently).toBe(200)

  const started = await descendants(dev.pid ?? 0)
  expect(started.length).toBeGreaterThan(2)
  dev.kill('SIGINT')
  expect(await exit).toEqual([0, null])
  // The compilers' helper processes end when they notice that they are no longer used.
  await expect
    .poll(async () => (await Promise.all(started.map(isRunning))).includes(true), patiently)
    .toBe(false)
})
