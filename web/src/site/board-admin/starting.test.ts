import { WRITERS } from '@forum/shared/access'
import { expect, it } from 'vitest'
import { startingFields, starterOf, STARTERS } from './starting'

it('finds the choice again in the fields that it sets', () => {
  for (const starter of STARTERS) {
    const { postRole, start } = startingFields(starter)
    expect(starterOf({ postRole, access: { see: 'everyone', start, reply: 'members' } })).toBe(starter)
  }
})

it('shows the narrower of the two fields of a board', () => {
  for (const start of WRITERS) {
    const access = { see: 'everyone', start, reply: 'members' } as const
    expect(starterOf({ postRole: 'admin', access })).toBe('admins')
    expect(starterOf({ postRole: 'moderator', access })).toBe('staff')
    expect(starterOf({ postRole: 'user', access })).toBe(start)
  }
})
