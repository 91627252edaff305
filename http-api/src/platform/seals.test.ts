import { expect, it } from 'vitest'
import { Seals } from './seals'

it('opens what was sealed with the same secret only', () => {
  const secret = Buffer.from('12345678901234567890')
  const [seals, others] = [new Seals('one'), new Seals('another')]
  const sealed = seals.seal(secret)
  expect(seals.open(sealed)).toEqual(secret)
  expect(seals.seal(secret)).not.toBe(sealed)
  expect(Buffer.from(sealed, 'base64url').includes(secret)).toBe(false)
  expect(others.open(sealed)).toBeNull()
  const changed = sealed.startsWith('A') ? `B${sealed.slice(1)}` : `A${sealed.slice(1)}`
  expect(seals.open(changed)).toBeNull()
  expect(seals.open('')).toBeNull()
})
