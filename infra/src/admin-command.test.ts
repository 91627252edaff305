import { describe, expect, it } from 'vitest'
import { parseCommand, UsageError } from './admin-command'

describe('npm run admin', () => {
  it.each([
    [[], 'npm run admin -- COMMAND'],
    [['delete-all'], 'There is no command delete-all.\n\nnpm run admin -- COMMAND'],
    [['create-admin'], 'Usage: npm run admin -- create-admin USERNAME EMAIL'],
    [['create-admin', 'zongban'], 'Usage: npm run admin -- create-admin USERNAME EMAIL'],
    [['create-admin', '总 办', 'zongban@example.com'], 'username: '],
    [['create-admin', 'zongban', 'nowhere'], 'email: '],
    [['reset-password'], 'Usage: npm run admin -- reset-password USERNAME'],
    [['reset-password', ''], 'Usage: npm run admin -- reset-password USERNAME'],
    [['end-sessions', 'zongban', 'xiaoli'], 'Usage: npm run admin -- end-sessions USERNAME'],
    [['set-role', 'admin'], 'Usage: npm run admin -- set-role USERNAME ROLE'],
    [['set-role', 'zongban', 'king'], 'role: '],
  ])('explains what is wrong with %j', (line, text) => {
    expect(() => parseCommand(line)).toThrow(UsageError)
    expect(() => parseCommand(line)).toThrow(text)
  })

  it('accepts a complete command', () => {
    expect(parseCommand(['set-role', 'zongban', 'moderator'])).toBeTypeOf('function')
  })
})
