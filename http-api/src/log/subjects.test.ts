import { expect, it } from 'vitest'
import { causedBy } from './subjects'

it('finds the member behind an alias who caused an event, not the author of the post that it names', () => {
  const post = { _id: 5, authorId: -70_001, writerId: 7 }
  expect(causedBy({ actorId: 9, post })).toBe(9)
  expect(causedBy({ actorId: -70_001, post })).toBe(7)
  // The anonymous author of a question marks an anonymous answer.
  expect(causedBy({ actorId: -70_002, post })).toBe(-70_002)
})
