import { type UserSummary } from '@forum/shared/contract'
import { type PostEntity } from './entities'

/** Returns whether a member wrote a post, even anonymously. */
export const isOwnPost = (userId: number | undefined, post: Pick<PostEntity, 'author' | 'viewer'>): boolean =>
  userId !== undefined && (post.author.id === userId || post.viewer?.isOwn === true)

/** Returns whether two authors in a thread are the same: anonymous ones have no id but a name. */
export const isSameAuthor = (a: UserSummary, b: UserSummary): boolean =>
  a.id === b.id && (a.id !== 0 || a.displayName === b.displayName)
