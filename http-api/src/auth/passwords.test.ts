import type * as Argon2 from '@node-rs/argon2'
import { HASHES_AT_ONCE, HASHES_WAITING_MAX } from '@forum/shared/limits'
import { describe, expect, it, vi } from 'vitest'
import { Passwords } from './passwords'

const argon2 = vi.hoisted(() => ({ verify: vi.fn(), hash: vi.fn() }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>()
  argon2.verify.mockImplementation(real.verify)
  argon2.hash.mockImplementation(real.hash)
  return argon2
})

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
