import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedMongodbError, stoppedError } from './errors'
import type { DebianArchitecture } from './runtime'

/**
 * Provides the C and C++ libraries of a newer Debian, for a machine whose libraries are too old for the engine. apt
 * downloads them with a separate configuration (with the system's proxies, but none of its sources, state or hooks) and
 * checks Debian's signature; they are unpacked into a cache folder. The system is not changed.
 */

const RELEASE = 'trixie'
const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6']
const PUBLIC_MIRROR = 'http://deb.debian.org/debian'
const DEBIAN_KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

const TRIPLETS: Readonly<Record<DebianArchitecture, { triplet: string; loader: string }>> = {
  amd64: { triplet: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { triplet: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
}

export interface BorrowedLibraries {
  /** The dynamic loader with which to start a program. */
  readonly loader: string
  /** Its `--library-path`. */
  readonly libraryPath: string
}

/** Runs a program to completion and returns its output; rejects if it fails. */
export type RunProgram = (
  file: string,
  args: readonly string[],
  options: { cwd?: string; signal?: AbortSignal | undefined },
) => Promise<string>

export interface LibrariesOptions {
  readonly cacheDir: string
  readonly arch: DebianArchitecture
  readonly onProgress: (text: string) => void
  readonly signal?: AbortSignal | undefined
  readonly run?: RunProgram
  /** The keys whose signatures are trusted. */
  readonly keyring?: string
}

/**
 * Returns the libraries, downloading them on the first call for a cache folder (about 14 MB).
 *
 * @throws EmbeddedMongodbError LIBRARIES_UNAVAILABLE
 */
export async function borrowLibraries(options: LibrariesOptions): Promise<BorrowedLibraries> {
  const { cacheDir, arch, onProgress, signal, run = runProgram, keyring = DEBIAN_KEYRING } = options
  const home = path.join(cacheDir, `${RELEASE}-libraries-${arch}`)
  const libraries = librariesIn(home, arch)
  if (await isThere(libraries.loader)) return libraries

  onProgress('系统的 C 库版本较旧，正在从 Debian 下载数据库所需的运行库（约 14 MB，只需一次）…')
  await mkdir(cacheDir, { recursive: true, mode: 0o700 })
  const workshop = await mkdtemp(path.join(cacheDir, '.libraries-'))
  try {
    const unpacked = path.join(workshop, 'unpacked')
    await download(workshop, arch, keyring, run, signal)
    onProgress('正在解包运行库…')
    for (const file of await readdir(path.join(workshop, 'packages'))) {
      await run('dpkg-deb', ['-x', path.join(workshop, 'packages', file), unpacked], { signal })
    }
    const trial = librariesIn(unpacked, arch)
    await run(trial.loader, ['--library-path', trial.libraryPath, process.execPath, '--version'], { signal })
    await renameUnlessThere(unpacked, home, libraries)
    onProgress('运行库已就绪')
    return libraries
  } catch (error) {
    if (signal?.aborted) throw stoppedError()
    throw new EmbeddedMongodbError(
      'LIBRARIES_UNAVAILABLE',
      `this system's C library is too old for the embedded database, and the libraries of Debian ${RELEASE} ` +
        `could not be fetched with apt-get (${reason(error)}). It takes apt-get, dpkg-deb, the keyring ` +
        `${keyring} (package debian-archive-keyring) and a way to a Debian mirror; or bring a database: ` +
        'set MONGODB_URI, or MONGOD_BINARY to a mongod',
      { cause: error },
    )
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

function librariesIn(home: string, arch: DebianArchitecture): BorrowedLibraries {
  const { triplet, loader } = TRIPLETS[arch]
  const libraryPath = path.join(home, 'usr/lib', triplet)
  return { loader: path.join(libraryPath, loader), libraryPath }
}

async function download(
  workshop: string,
  arch: DebianArchitecture,
  keyring: string,
  run: RunProgram,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!(await isThere(keyring))) throw new Error(`there is no ${keyring}`)
  for (const folder of ['lists/partial', 'archives/partial', 'state', 'log', 'packages']) {
    await mkdir(path.join(workshop, folder), { recursive: true })
  }
  const mirror = await systemMirror(run, signal)
  const configuration = path.join(workshop, 'apt.conf')
  await writeFile(path.join(workshop, 'status'), '')
  await writeFile(
    path.join(workshop, 'sources.list'),
    `deb [arch=${arch} signed-by=${keyring}] ${mirror} ${RELEASE} main\n`,
    { mode: 0o600 },
  )
  await writeFile(configuration, aptConfiguration(workshop, arch))
  await run('apt-get', ['-qq', '-c', configuration, 'update'], { signal })
  await run('apt-get', ['-qq', '-c', configuration, 'download', ...PACKAGES], {
    cwd: path.join(workshop, 'packages'),
    signal,
  })
}

/** Makes apt keep all its files in the workshop, run no hooks, and never use unsigned lists. */
export function aptConfiguration(workshop: string, arch: DebianArchitecture): string {
  const settings: [string, string][] = [
    ['Dir::State', path.join(workshop, 'state')],
    ['Dir::State::lists', path.join(workshop, 'lists')],
    ['Dir::State::status', path.join(workshop, 'status')],
    ['Dir::Cache', workshop],
    ['Dir::Cache::archives', path.join(workshop, 'archives')],
    ['Dir::Log', path.join(workshop, 'log')],
    ['Dir::Etc::sourcelist', path.join(workshop, 'sources.list')],
    ['Dir::Etc::sourceparts', '/dev/null'],
    ['Dir::Etc::preferences', '/dev/null'],
    ['Dir::Etc::preferencesparts', '/dev/null'],
    ['APT::Architecture', arch],
    ['APT::Get::AllowUnauthenticated', 'false'],
    ['APT::Update::Error-Mode', 'any'],
    // apt run as root would switch to a user without access to the caller's cache folder.
    ['APT::Sandbox::User', 'root'],
    ['Acquire::Retries', '2'],
    ['Acquire::http::Timeout', '30'],
    ['Acquire::https::Timeout', '30'],
    ['Acquire::AllowInsecureRepositories', 'false'],
    ['Acquire::AllowWeakRepositories', 'false'],
    ['Acquire::Languages', 'none'],
  ]
  const cleared = [
    'APT::Architectures',
    'APT::Update::Pre-Invoke',
    'APT::Update::Post-Invoke',
    'APT::Update::Post-Invoke-Success',
  ]
  return [
    ...cleared.map((name) => `#clear ${name};`),
    ...settings.map(([name, value]) => `${name} "${value}";`),
    '',
  ].join('\n')
}

/** Returns the Debian mirror that this system uses, or the public one if it uses none. */
async function systemMirror(run: RunProgram, signal: AbortSignal | undefined): Promise<string> {
  const format = '$(ORIGIN)\t$(LABEL)\t$(REPO_URI)'
  const targets = await run('apt-get', ['indextargets', '--format', format], { signal })
  return mirrorAmong(targets)
}

/** Picks Debian's main archive out of lines of origin, label and address. */
export function mirrorAmong(targets: string): string {
  for (const line of targets.split('\n')) {
    const [origin, label, address] = line.split('\t')
    if (origin === 'Debian' && label === 'Debian' && address) return address
  }
  return PUBLIC_MIRROR
}

/** Two starts may both have unpacked the libraries: the first rename wins, and the other start uses its result. */
async function renameUnlessThere(from: string, to: string, libraries: BorrowedLibraries): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(await isThere(libraries.loader))) throw error
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  )
}

const execute = promisify(execFile)

const runProgram: RunProgram = async (file, args, { cwd, signal }) => {
  const { stdout } = await execute(file, args, {
    ...(cwd !== undefined && { cwd }),
    ...(signal && { signal }),
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}

/** Returns the last line that a failed program printed, or the message of the error. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return stderr.split('\n').at(-1) || error.message
}
