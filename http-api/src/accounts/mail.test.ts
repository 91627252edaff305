import { expect, it } from 'vitest'
import { isRefusedForGood } from './mail'

it('takes only the refusal of an address or of a mail for one that lasts', () => {
  const errors = [
    { command: 'RCPT TO', responseCode: 550 },
    { command: 'DATA', responseCode: 554 },
    { command: 'RCPT TO', responseCode: 450 },
    // The forum's own password or sender, which the operator mends.
    { command: 'AUTH PLAIN', code: 'EAUTH', responseCode: 535 },
    { command: 'MAIL FROM', responseCode: 553 },
    { code: 'ETIMEDOUT', command: 'CONN' },
  ]
  expect(errors.map(isRefusedForGood)).toEqual([true, true, false, false, false, false])
})
