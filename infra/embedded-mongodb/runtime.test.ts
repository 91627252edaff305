import { describe, expect, it } from 'vitest'
import { chooseRuntime } from './runtime'

describe('how the embedded database is run', () => {
  it.each(['2.38', '2.41', '2.100', '3.0'])('runs directly with glibc %s', (glibc) => {
    expect(chooseRuntime({ os: 'linux', arch: 'x64', glibc })).toEqual({ kind: 'plain' })
  })

  it.each(['2.36', '2.37', '2.4', '1.99'])('borrows newer libraries with glibc %s', (glibc) => {
    expect(chooseRuntime({ os: 'linux', arch: 'x64', glibc })).toEqual({
      kind: 'borrowed-libraries',
      arch: 'amd64',
    })
    expect(chooseRuntime({ os: 'linux', arch: 'arm64', glibc })).toEqual({
      kind: 'borrowed-libraries',
      arch: 'arm64',
    })
  })

  it('runs directly on a Mac with an ARM processor', () => {
    expect(chooseRuntime({ os: 'darwin', arch: 'arm64', glibc: undefined })).toEqual({ kind: 'plain' })
  })

  it.each([
    { os: 'win32', arch: 'x64', glibc: undefined },
    { os: 'darwin', arch: 'x64', glibc: undefined },
    { os: 'linux', arch: 'ia32', glibc: '2.41' },
    { os: 'linux', arch: 'x64', glibc: undefined },
  ])('does not run on $os $arch with glibc $glibc', (platform) => {
    expect(chooseRuntime(platform).kind).toBe('unsupported')
  })
})
