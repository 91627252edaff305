/** Determines how the engine can run on this machine. It is built against glibc 2.38. */

const NEEDED_GLIBC = [2, 38] as const

export interface Platform {
  /** As in `process.platform`. */
  readonly os: string
  /** As in `process.arch`. */
  readonly arch: string
  /** The C library's version, undefined where it is not glibc. */
  readonly glibc: string | undefined
}

export type Runtime =
  | { readonly kind: 'plain' }
  /** With the C library of a newer Debian, for this process only. */
  | { readonly kind: 'borrowed-libraries'; readonly arch: DebianArchitecture }
  | { readonly kind: 'unsupported'; readonly reason: string }

export type DebianArchitecture = 'amd64' | 'arm64'

const DEBIAN_ARCHITECTURES: ReadonlyMap<string, DebianArchitecture> = new Map([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
])

/** Chooses how to run the engine on a machine. */
export function chooseRuntime({ os, arch, glibc }: Platform): Runtime {
  if (os === 'darwin' && arch === 'arm64') return { kind: 'plain' }
  const debianArch = DEBIAN_ARCHITECTURES.get(arch)
  if (os !== 'linux' || !debianArch)
    return { kind: 'unsupported', reason: `there is no engine for ${os} ${arch}` }
  if (glibc === undefined)
    return { kind: 'unsupported', reason: 'this Linux has no glibc (it may be Alpine)' }
  return isNewEnough(glibc) ? { kind: 'plain' } : { kind: 'borrowed-libraries', arch: debianArch }
}

function isNewEnough(glibc: string): boolean {
  const [major = 0, minor = 0] = glibc.split('.').map(Number)
  return major > NEEDED_GLIBC[0] || (major === NEEDED_GLIBC[0] && minor >= NEEDED_GLIBC[1])
}

/** Returns the platform of this process. */
export function thisPlatform(): Platform {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return { os: process.platform, arch: process.arch, glibc: report.header?.glibcVersionRuntime }
}
