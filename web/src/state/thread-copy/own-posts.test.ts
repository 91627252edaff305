import { expect, it } from 'vitest'
import { aThread } from '../../testing/boards'
import { isOwnPost, isSameAuthor } from './own-posts'

const { author } = aThread({ id: 1 })
const alias = (displayName: string) => ({ ...author, id: 0, displayName, isAnonymous: true as const })
const viewer = { canEdit: true, canDelete: true }

it('finds a post of the reader that does not show who wrote it', () => {
  expect(isOwnPost(author.id, { author, viewer })).toBe(true)
  expect(isOwnPost(author.id, { author: alias('匿名·青松'), viewer: { ...viewer, isOwn: true } })).toBe(true)
  expect(isOwnPost(author.id, { author: alias('匿名·青松'), viewer })).toBe(false)
  expect(isOwnPost(undefined, { author: alias('匿名·青松'), viewer: null })).toBe(false)
})

it('tells anonymous authors apart by their names', () => {
  expect(isSameAuthor(alias('匿名·青松'), alias('匿名·青松'))).toBe(true)
  expect(isSameAuthor(alias('匿名·青松'), alias('匿名·白桦'))).toBe(false)
  expect(isSameAuthor(author, { ...author, displayName: '改名' })).toBe(true)
})
