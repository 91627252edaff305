import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runInForum, serveCommands } from './command-socket'

async function folder(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'commands-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

it('runs a command in the running forum, with its progress and its failures', async () => {
  const dataDir = await folder()
  const stop = await serveCommands(
    dataDir,
    (line, say) => {
      if (line[0] === 'fail') return Promise.reject(new Error('No such member.'))
      say('half')
      return Promise.resolve(`did ${line.join(' ')}`)
    },
    (error) => (error instanceof Error ? error.message : ''),
  )
  onTestFinished(stop)
  const said: string[] = []
  expect(await runInForum(dataDir, ['set-role', '小李'], (text) => said.push(text))).toBe('did set-role 小李')
  expect(said).toEqual(['half'])
  await expect(runInForum(dataDir, ['fail'], () => undefined)).rejects.toThrow('No such member.')
  expect((await stat(path.join(dataDir, 'command-socket.txt'))).mode & 0o077).toBe(0)
})

it('finds no running forum in an unused folder, or after it has stopped', async () => {
  const dataDir = await folder()
  expect(await runInForum(dataDir, ['list'], () => undefined)).toBeNull()
  const stop = await serveCommands(dataDir, () => Promise.resolve(''), String)
  await stop()
  expect(await runInForum(dataDir, ['list'], () => undefined)).toBeNull()
})
