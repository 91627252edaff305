import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { patiently } from '../fixtures/browser'
import { descendants, isRunning, killIfThere } from '../fixtures/process'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

it('ends every process of an interrupted chaos run', async () => {
  const chaos = spawn(
    process.execPath,
    ['--import', 'tsx', MAIN, '--apis', '1', '--gateways', '1', '--clients', '3', '--verbose'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let started: number[] = []
  onTestFinished(() => [chaos.pid!, ...started].forEach(killIfThere))
  let output = ''
  chaos.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output, patiently).toContain('healed')

  started = await descendants(chaos.pid!)
  expect(started.length).toBeGreaterThan(5)
  const exit = once(chaos, 'exit')
  chaos.kill('SIGTERM')
  await exit
  await expect
    .poll(async () => (await Promise.all(started.map(isRunning))).includes(true), patiently)
    .toBe(false)
})
