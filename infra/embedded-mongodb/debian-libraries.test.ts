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
  it('fetches and unpacks them once, tries them out, and uses them from then on', async () => {
    const first = fakePrograms()
    const libraries = await borrow(first.run)
    expect(first.calls.some((call) => call.includes('download libc6 libgcc-s1 libstdc++6'))).toBe(true)
    expect(first.calls.at(-1)).toContain('--version')
    expect(await readFile(libraries.loader, 'utf8')).toBe('')

    const second = fakePrograms()
    expect(await borrow(second.run)).toEqual(libraries)
    expect(second.calls).toEqual([])
  })

  it('can be done by two starts at once', async () => {
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

  it('stops without the keyring that signatures are checked against', async () => {
    await rm(keyring)
    const { calls, run } = fakePrograms()
    await expect(borrow(run)).rejects.toMatchObject({ code: 'LIBRARIES_UNAVAILABLE' })
    expect(calls).toEqual([])
  })

  it('does not use libraries that do not run a program', async () => {
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

  it('keeps every folder of apt in the workshop', () => {
    for (const name of ['Dir::State', 'Dir::State::lists', 'Dir::State::status', 'Dir::Cache', 'Dir::Log']) {
      expect(lines.find((line) => line.startsWith(`${name} `))).toMatch(/ "\/shop/)
    }
  })

  it('uses no hook of the system and no unsigned list', () => {
    expect(lines).toContain('#clear APT::Update::Post-Invoke;')
    expect(lines).toContain('Acquire::AllowInsecureRepositories "false";')
    expect(lines).toContain('APT::Get::AllowUnauthenticated "false";')
  })
})

describe('the mirror', () => {
  it('is the one the system uses for the main archive of Debian', () => {
    const targets = [
      'Debian\tDebian-Security\thttp://mirror.example/debian-security/',
      'Debian\tDebian\thttp://mirror.example/debian/',
    ]
    expect(mirrorAmong(targets.join('\n'))).toBe('http://mirror.example/debian/')
  })

  it('is the public one where the system has none of Debian', () => {
    expect(mirrorAmong('Ubuntu\tUbuntu\thttp://mirror.example/ubuntu/\n')).toBe(
      'http://deb.debian.org/debian',
    )
  })
})
