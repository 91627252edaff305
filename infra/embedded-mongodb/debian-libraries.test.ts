import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aptConfiguration, borrowLibraries, mirrorAmong, type RunProgram } from './debian-libraries'

let cacheDir: string
let keyring: string

beforeEach(async () => {
  cacheDir = await mkdtemp(path.join(tmpdir(), 'forum-libraries-'))
  keyring = path.join(cacheDir, 'keyring.gpg')
  await writeFile(keyring, '')
})
afterEach(() => rm(cacheDir, { recursive: true, force: true }))

/** Replaces apt-get and dpkg-deb: three packages, one of which holds the loader. */
function fakePrograms() {
  const calls: string[] = []
  const run: RunProgram = async (file, args, { cwd }) => {
    calls.push([path.basename(file), ...args].join(' '))
    if (args[0] === 'indextargets') return 'Debian\tDebian\thttp://mirror.example/debian/\n'
    if (args.includes('download')) await writeFile(path.join(cwd!, 'libc6.deb'), '')
    if (file === 'dpkg-deb') {
      const folder = path.join(args[2]!, 'usr/lib/x86_64-linux-gnu')
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, 'ld-linux-x86-64.so.2'), '')
    }
    return ''
  }
  return { calls, run }
}

const borrow = (run: RunProgram) =>
  borrowLibraries({ cacheDir, arch: 'amd64', onProgress: () => {}, run, keyring })

describe('borrowing the libraries of a newer Debian', () => {
  it('downloads and unpacks libraries once, tests them, and reuses them', async () => {
    const first = fakePrograms()
    const libraries = await borrow(first.run)
    expect(first.calls.some((call) => call.includes('download libc6 libgcc-s1 libstdc++6'))).toBe(true)
    expect(first.calls.at(-1)).toContain('--version')
    expect(await readFile(libraries.loader, 'utf8')).toBe('')

    const second = fakePrograms()
    expect(await borrow(second.run)).toEqual(libraries)
    expect(second.calls).toEqual([])
  })

  it('lets two starts borrow libraries at the same time', async () => {
    const [one, other] = await Promise.all([borrow(fakePrograms().run), borrow(fakePrograms().run)])
    expect(one).toEqual(other)
    expect(await readdir(cacheDir)).toEqual(['keyring.gpg', 'trixie-libraries-amd64'])
  })

  it('lists the requirements when apt fails, and leaves no partial download', async () => {
    const run: RunProgram = async () => {
      throw new Error('spawn apt-get ENOENT')
    }
    await expect(borrow(run)).rejects.toMatchObject({
      code: 'LIBRARIES_UNAVAILABLE',
      message: expect.stringContaining('MONGODB_URI'),
    })
    expect(await readdir(cacheDir)).toEqual(['keyring.gpg'])
  })

  it('refuses to run without the keyring for checking signatures', async () => {
    await rm(keyring)
    const { calls, run } = fakePrograms()
    await expect(borrow(run)).rejects.toMatchObject({ code: 'LIBRARIES_UNAVAILABLE' })
    expect(calls).toEqual([])
  })

  it('rejects libraries with which a program does not run', async () => {
    const { run } = fakePrograms()
    const broken: RunProgram = async (file, args, options) => {
      if (args.includes('--version')) throw new Error('cannot execute')
      return run(file, args, options)
    }
    await expect(borrow(broken)).rejects.toMatchObject({ code: 'LIBRARIES_UNAVAILABLE' })
    expect(await readdir(cacheDir)).toEqual(['keyring.gpg'])
  })
})

describe('the private configuration of apt', () => {
  const lines = aptConfiguration('/shop', 'amd64').split('\n')

  it("keeps all of apt's folders in the workshop", () => {
    for (const name of ['Dir::State', 'Dir::State::lists', 'Dir::State::status', 'Dir::Cache', 'Dir::Log']) {
      expect(lines.find((line) => line.startsWith(`${name} `))).toMatch(/ "\/shop/)
    }
  })

  it('uses no system hooks and no unsigned lists', () => {
    expect(lines).toContain('#clear APT::Update::Post-Invoke;')
    expect(lines).toContain('Acquire::AllowInsecureRepositories "false";')
    expect(lines).toContain('APT::Get::AllowUnauthenticated "false";')
  })
})

describe('the mirror', () => {
  it("uses the mirror from which the system gets Debian's main archive", () => {
    const targets = [
      'Debian\tDebian-Security\thttp://mirror.example/debian-security/',
      'Debian\tDebian\thttp://mirror.example/debian/',
    ]
    expect(mirrorAmong(targets.join('\n'))).toBe('http://mirror.example/debian/')
  })

  it('uses the public mirror if the system has none for Debian', () => {
    expect(mirrorAmong('Ubuntu\tUbuntu\thttp://mirror.example/ubuntu/\n')).toBe(
      'http://deb.debian.org/debian',
    )
  })
})
