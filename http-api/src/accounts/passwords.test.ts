import type * as Argon2 from '@node-rs/argon2'
import { HASHES_AT_ONCE, HASHES_WAITING_MAX } from '../platform/limits'
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { ucenterHash } from './old-hashes'

const argon2 = vi.hoisted(() => ({ verify: vi.fn(), hash: vi.fn() }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>()
  argon2.verify.mockImplementation(real.verify)
  argon2.hash.mockImplementation(real.hash)
  return argon2
})

// Another file of the worker may have loaded it with the real library.
vi.resetModules()
const { Passwords } = await import('./passwords')

describe('passwords', () => {
  it('matches a password only against its own hash', async () => {
    const passwords = new Passwords()
    const hash = await passwords.hash('Correct#Horse9')
    expect(await passwords.matches(hash, 'Correct#Horse9')).toBe(true)
    for (const other of ['Wrong#Horse9', 'correct#Horse9', 'Correct#Horse9 ', 'Correct#Horse', ''])
      expect([other, await passwords.matches(hash, other)]).toEqual([other, false])
  })

  it('verifies passwords of unknown users against a dummy hash of the same cost', async () => {
    const passwords = new Passwords()
    const parametersOf = (hash: unknown) => String(hash).split('$').slice(1, 4)
    argon2.verify.mockClear()
    expect(await passwords.matches(null, 'Correct#Horse9')).toBe(false)
    const [[dummy]] = argon2.verify.mock.calls as [[string]]
    expect(parametersOf(dummy)).toEqual(parametersOf(await passwords.hash('Correct#Horse9')))
  })

  const md5 = (input: Uint8Array | string) => createHash('md5').update(input).digest('hex')
  /** `密码Ab1#` in UTF-8, and as a forum in GBK stores it. */
  const chinese = {
    typed: '密码Ab1#',
    utf8: Buffer.from('密码Ab1#'),
    gbk: Buffer.from('c3dcc2eb41623123', 'hex'),
  }

  it.each(['utf8', 'gbk'] as const)('matches an imported hash over the bytes of %s', async (encoding) => {
    const passwords = new Passwords()
    const hashes = [
      ucenterHash(md5(md5(chinese[encoding]) + 'a1b2c3'), 'a1b2c3'),
      (await bcryptHash(chinese[encoding], { cost: 4 })).replace('$2b$', '$2y$'),
    ]
    for (const hash of hashes) {
      expect(await passwords.matches(hash, chinese.typed)).toBe(true)
      expect(await passwords.matches(hash, '密碼Ab1#')).toBe(false)
      expect(passwords.isOutdated(hash)).toBe(true)
    }
  })

  it('matches a password however a system composes its accents and writes its spaces', async () => {
    const passwords = new Passwords()
    const [composed, decomposed] = ['Caf\u00e9 Ab1', 'Cafe\u0301\u00a0Ab1']
    for (const set of [composed, decomposed]) {
      const hash = await passwords.hash(set)
      for (const typed of [composed, decomposed, 'Cafe\u0301\u3000Ab1'])
        expect([set, typed, await passwords.matches(hash, typed)]).toEqual([set, typed, true])
    }
    // A compatibility character, which normalization replaces, in a hash that was made of it as typed.
    const old = ucenterHash(md5(md5(Buffer.from('\uf9d1Ab1#')) + 'a1b2c3'), 'a1b2c3')
    expect(await passwords.matches(old, '\uf9d1Ab1#')).toBe(true)
  })

  it('refuses every password of a member who has none', async () => {
    expect(await new Passwords().matches('', 'Correct#Horse9')).toBe(false)
  })

  it('hashes two passwords at once, queues a few more, and refuses the rest at once', async () => {
    const passwords = new Passwords()
    let running = 0
    let most = 0
    argon2.verify.mockImplementation(async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return false
    })
    const accepted = HASHES_AT_ONCE + HASHES_WAITING_MAX
    const outcomes = await Promise.allSettled(
      Array.from({ length: accepted + 5 }, () => passwords.matches('hash', 'guess')),
    )
    expect(most).toBe(HASHES_AT_ONCE)
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(5)
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 })
    }
  })
})
