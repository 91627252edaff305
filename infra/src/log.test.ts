import { describe, expect, it } from 'vitest'
import { createLog, describeError } from './log'

describe('the log', () => {
  it('describes a driver’s error without the document, the command and the addresses in it', () => {
    const driver = Object.assign(
      new Error('E11000 duplicate key error index: emailLower_1 dup key: { emailLower: "li@example.com" }'),
      { code: 11_000, keyValue: { emailLower: 'li@example.com' }, op: { passwordHash: '$argon2id$v=19$x' } },
    )
    const mailServer = new Error('550 5.1.1 <li+a@mail.example.com>: rejected', { cause: driver })
    const lines: string[] = []
    const log = createLog({ level: 'trace', role: 'api' }, { write: (line) => void lines.push(line) })
    log.error({ err: mailServer }, 'request failed')
    const { err } = JSON.parse(lines.join('')) as { err: ReturnType<typeof describeError> }
    expect(err).toMatchObject({ type: 'Error', message: '550 5.1.1 <[address]>: rejected' })
    expect(err.cause).toMatchObject({ code: 11_000, message: expect.stringMatching(/emailLower_1 dup key$/) })
    expect(err.stack).toContain('log.test.ts')
    expect(lines.join('')).not.toMatch(/li@|argon2|@mail/)
  })

  it('describes errors inside errors, and ends where an error is its own cause', () => {
    const circular = new Error('round')
    circular.cause = circular
    expect(JSON.stringify(describeError(circular)).match(/round/g)?.length).toBeLessThan(20)
    const both = new AggregateError([new Error('one'), 'Bearer abc'], 'both')
    expect(describeError(both).errors).toEqual([
      expect.objectContaining({ message: 'one' }),
      { type: 'string', message: 'Bearer [token]' },
    ])
  })
})
