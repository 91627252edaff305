import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findMongod, MongodError, startMongod } from './mongod'

/**
 * These tests run scripts in place of `mongod`, which no npm package provides; they cover its command line and
 * failures.
 */
describe('a private mongod', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'forum-mongod-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const program = async (script: string, mode = 0o755) => {
    const binary = path.join(folder, 'mongod')
    await writeFile(binary, `#!/bin/sh\n${script}\n`, { mode })
    return binary
  }
  const failure = async (binary: string, signal = new AbortController().signal) => {
    const error: unknown = await startMongod({ binary, dataDir: path.join(folder, 'data'), signal }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(MongodError)
    return (error as MongodError).message
  }

  it('finds mongod in the order of the path, if it is executable', async () => {
    const binary = await program('exit 0')
    expect(await findMongod(['/nowhere', '', folder].join(path.delimiter))).toBe(binary)
    await rm(binary)
    await program('exit 0', 0o644)
    expect(await findMongod(folder)).toBeUndefined()
  })

  it('starts mongod on loopback with a private folder as a replica set', async () => {
    const said = path.join(folder, 'arguments')
    await failure(await program(`printf '%s\\n' "$@" > ${said}; exit 1`))
    const given = (await readFile(said, 'utf8')).trim().split('\n')
    const port = given[given.indexOf('--port') + 1]
    expect(port).toMatch(/^[1-9][0-9]*$/)
    expect(given).toEqual([
      ...['--dbpath', path.join(folder, 'data')],
      ...['--bind_ip', '127.0.0.1'],
      ...['--port', port],
      ...['--replSet', 'forum'],
      '--quiet',
    ])
  })

  it('reports exit code and output of a mongod that exits at once', async () => {
    const message = await failure(await program('echo "Data files are of a newer version"; exit 62'))
    expect(message).toContain('it ended with code 62')
    expect(message).toContain('Data files are of a newer version')
  })

  it('reports a binary that is not executable', async () => {
    const binary = await program('exit 0', 0o644)
    expect(await failure(binary)).toBe(`MONGOD_BINARY ${binary} is not a program that can be run`)
    expect(await failure('/nowhere/mongod')).toContain('/nowhere/mongod is not a program')
  })

  it('stops mongod when the start is aborted before it responds', async () => {
    const pidFile = path.join(folder, 'pid')
    const binary = await program(`echo $$ > ${pidFile}; exec tail -f /dev/null`)
    const givenUp = new AbortController()
    const failed = failure(binary, givenUp.signal)
    const pid = await vi.waitFor(
      async () => {
        const text = await readFile(pidFile, 'utf8')
        expect(text).toMatch(/\n$/)
        return Number(text)
      },
      { timeout: 30_000 },
    )
    givenUp.abort()
    expect(await failed).toContain('did not respond')
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
