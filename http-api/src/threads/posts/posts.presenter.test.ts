import { QUOTES_RESOLVED_MAX } from '../../platform/limits'
import { expect, it } from 'vitest'
import { type PostContext, shownContent } from './posts.presenter'

it('withholds the words of quotes of more posts than it resolves', () => {
  const dummies = Array.from(
    { length: QUOTES_RESOLVED_MAX },
    (_, i) => `[quote="x" post=${9_000 + i}]甲[/quote]`,
  )
  const post = {
    threadId: 1,
    quotedPostId: null,
    content: `${dummies.join('')}[quote="y" post=6]秘密[/quote]好`,
  }
  const nothing = {
    people: {} as PostContext['people'],
    quoted: new Map(),
    isWithheld: () => false,
  }
  expect(shownContent(post, nothing)).toBe(`${dummies.join('')}[quote="y" post=6][/quote]好`)
})
