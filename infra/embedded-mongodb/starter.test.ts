import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEmbeddedMongodb, type EmbeddedMongodb, type EmbeddedMongodbOptions } from './starter'

/** Tests the supervisor with fake fronts, because a crash can be observed without the engine. */

let home: string
let database: EmbeddedMongodb | undefined
let logged: string[]

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'forum-starter-'))
  logged = []
})
afterEach(async () => {
  await database?.stop()
  database = undefined
  await rm(home, { recursive: true, force: true })
})

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000 })

/** Each run of the front adds a line to this file; `run` is the number of lines. */
const runsFile = () => path.join(home, 'runs')
const runs = async (): Promise<number[]> =>
  (await readFile(runsFile(), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)

async function start(
  frontBody: string,
  options: Partial<EmbeddedMongodbOptions> = {},
): Promise<EmbeddedMongodb> {
  const frontBundle = path.join(home, 'front.mjs')
  await writeFile(
    frontBundle,
    `import { appendFileSync, readFileSync } from 'node:fs'
     const file = ${JSON.stringify(runsFile())}
     appendFileSync(file, process.pid + '\\n')
     const run = readFileSync(file, 'utf8').trim().split('\\n').length
     const settings = JSON.parse(process.argv[2])
     const ready = () => process.send({ type: 'ready', port: settings.port || 4321 })
     const fail = (code) => process.send({ type: 'failed', code, message: 'as asked' }, () => process.exit(1))
     const stay = () => setInterval(() => {}, 1000)
     const dieOnSignal = (die) => process.on('SIGUSR2', die)
     process.on('disconnect', () => process.exit())
     ${frontBody}`,
  )
  database = await startEmbeddedMongodb({
    dataDir: home,
    cacheDir: path.join(home, 'cache'),
    frontBundle,
    platform: { os: 'linux', arch: 'x64', glibc: '2.41' },
    log: (level, message) => logged.push(`${level}: ${message}`),
    ...options,
  })
  return database
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('starting the embedded database', { timeout: 120_000 }, () => {
  it('returns a loopback address with journaled writes', async () => {
    const { uri, pid } = await start('ready(); stay()')
    expect(uri).toBe('mongodb://127.0.0.1:4321/forum?directConnection=true&journal=true')
    expect(pid()).toBe((await runs())[0])
  })

  it('waits for a folder that another process is about to leave', async () => {
    await start("run < 3 ? fail('DATA_FOLDER_IN_USE') : (ready(), stay())")
    expect(await runs()).toHaveLength(3)
  })

  it('fails when the folder stays in use', async () => {
    const taken = start("fail('DATA_FOLDER_IN_USE')", { folderWaitMs: 500 })
    await expect(taken).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' })
  })

  it('fails at once on any other error of the front', async () => {
    await expect(start("fail('PORT_TAKEN')")).rejects.toMatchObject({ code: 'PORT_TAKEN' })
    expect(await runs()).toHaveLength(1)
  })

  it('explains an abort by the free disk space', async () => {
    await expect(start('process.abort()')).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: expect.stringMatching(/exit 134.*disk is full: \d+ MB free/),
    })
  })

  it('lists other databases to use where no engine exists', async () => {
    await expect(
      start('', { platform: { os: 'win32', arch: 'x64', glibc: undefined } }),
    ).rejects.toMatchObject({
      code: 'UNSUPPORTED_PLATFORM',
      message: expect.stringMatching(/MONGODB_URI.*MONGOD_BINARY/),
    })
  })

  it('reports an unusable cache folder', async () => {
    const file = path.join(home, 'file')
    await writeFile(file, '')
    await expect(start('ready(); stay()', { cacheDir: path.join(file, 'cache') })).rejects.toMatchObject({
      code: 'CACHE_FOLDER_UNUSABLE',
    })
  })

  it('leaves no process running when the start is aborted', async () => {
    const givingUp = new AbortController()
    const starting = start('stay()', { signal: givingUp.signal })
    await until(async () => expect(await runs()).toHaveLength(1))
    givingUp.abort()
    await expect(starting).rejects.toMatchObject({ code: 'STOPPED' })
    expect(isRunning((await runs())[0]!)).toBe(false)
  })
})

describe('a database that dies', { timeout: 120_000 }, () => {
  it('restarts a crashed database on the same port, and logs the cause', async () => {
    const { pid } = await start('dieOnSignal(() => process.abort()); ready(); stay()')
    process.kill(pid()!, 'SIGUSR2')
    await until(async () => {
      expect(await runs()).toHaveLength(2)
      expect(pid()).toBe((await runs())[1])
    })
    await until(() => expect(logged).toContain('warn: the database was restarted'))
    expect(logged.find((line) => line.startsWith('error:'))).toContain('exit 134')
  })

  it('restarts a crashed database even after a failed restart', async () => {
    const { pid } = await start(
      "dieOnSignal(() => process.exit(9)); run > 1 && run < 4 ? fail('DISK_FULL') : (ready(), stay())",
    )
    process.kill(pid()!, 'SIGUSR2')
    await until(() => expect(logged).toContain('warn: the database was restarted'))
    expect(await runs()).toHaveLength(4)
    expect(pid()).toBe((await runs())[3])
  })

  it('does not restart a database that is stopped at that moment', async () => {
    const running = await start('ready(); stay()')
    process.kill(running.pid()!, 'SIGKILL')
    await running.stop()
    for (const pid of await runs()) expect(isRunning(pid)).toBe(false)
    expect(running.pid()).toBeUndefined()
  })

  it('does not restart a database that is stopped during a restart', async () => {
    const running = await start('dieOnSignal(() => process.exit(9)); if (run === 1) ready(); stay()')
    process.kill(running.pid()!, 'SIGUSR2')
    await until(async () => expect(await runs()).toHaveLength(2))
    await running.stop()
    expect(await runs()).toHaveLength(2)
    for (const pid of await runs()) expect(isRunning(pid)).toBe(false)
  })

  it('kills a database that does not end in time', async () => {
    const running = await start("process.on('SIGTERM', () => {}); ready(); stay()", { hardEndMs: 0 })
    await Promise.all([running.stop(), running.stop()])
    expect(isRunning((await runs())[0]!)).toBe(false)
  })
})
