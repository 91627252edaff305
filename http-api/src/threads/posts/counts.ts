import { DAY_MS } from '@forum/shared/clock'
import type { ChangeContext, CounterDelta, PostDoc, ThreadDoc } from '../../log'

/** Computes what changes of threads and posts add to the counters of boards and members. */

/** An event that does not change the board's counters, but is shown in its lists. */
export const shownBy = (boardId: number): CounterDelta[] => [{ subject: 'board', id: boardId }]

/** Leaves out aliases: what is written under one counts for nobody. */
export const ofMembers = (counts: CounterDelta[]): CounterDelta[] => counts.filter(({ id }) => id > 0)

/** Returns what a change of one post adds to counters. Counters exclude deleted threads. */
export function countsOf(
  context: ChangeContext,
  { boardId, isDeleted }: Pick<ThreadDoc, 'boardId' | 'isDeleted'>,
  post: { authorId: number; createdAt: Date },
  numbers: { threads?: number; posts: number; likes?: number },
): CounterDelta[] {
  if (isDeleted) return shownBy(boardId)
  const { likes, ...ofBoard } = numbers
  const days = { [context.dayOf(post.createdAt)]: numbers.posts }
  return ofMembers([
    { subject: 'board', id: boardId, ...ofBoard, days },
    { subject: 'member', id: post.authorId, ...ofBoard, ...(likes ? { likes } : {}) },
  ])
}

/** The fields of a post that counters depend on. */
export type CountedPost = Pick<PostDoc, 'authorId' | 'createdAt' | 'likeCount'>

/** Days for which a move or deletion counts posts, with a margin for clocks that disagree about today. */
const DAYS_COUNTED = 9

/** Returns a thread's share of its board's counters: the thread itself, unless it stays, and posts that are not deleted. */
export function boardCounts(
  context: ChangeContext,
  boardId: number,
  posts: readonly Pick<CountedPost, 'createdAt'>[],
  sign: 1 | -1,
  threads: 1 | -1 | 0 = sign,
): CounterDelta {
  const days: Record<string, number> = {}
  const oldest = context.at.getTime() - DAYS_COUNTED * DAY_MS
  for (const { createdAt } of posts) {
    if (createdAt.getTime() < oldest) continue
    const day = context.dayOf(createdAt)
    days[day] = (days[day] ?? 0) + sign
  }
  return { subject: 'board', id: boardId, ...(threads && { threads }), posts: sign * posts.length, days }
}

/**
 * Returns what the counters of members gain in boards, while all their posts stay as many: the number of each, with the
 * sign, in each of the boards.
 */
export function memberCountsIn(
  posts: readonly Pick<CountedPost, 'authorId' | 'likeCount'>[],
  boards: readonly { boardId: number; sign: 1 | -1 }[],
  threads: readonly Pick<ThreadDoc, 'authorId'>[] = [],
): CounterDelta[] {
  const byMember = new Map<number, { threads: number; posts: number; likes: number }>()
  const of = (id: number) => {
    const counted = byMember.get(id) ?? { threads: 0, posts: 0, likes: 0 }
    byMember.set(id, counted)
    return counted
  }
  for (const { authorId } of threads) of(authorId).threads++
  for (const { authorId, likeCount } of posts) {
    const counted = of(authorId)
    counted.posts++
    counted.likes += likeCount
  }
  const inBoards = (number: number) =>
    Object.fromEntries(number === 0 ? [] : boards.map(({ boardId, sign }) => [boardId, sign * number]))
  return ofMembers(
    [...byMember].map(([id, counted]) => ({
      subject: 'member',
      id,
      ...(counted.threads === 0 ? {} : { threadsIn: inBoards(counted.threads) }),
      postsIn: inBoards(counted.posts),
      ...(counted.likes === 0 ? {} : { likesIn: inBoards(counted.likes) }),
    })),
  )
}

/**
 * Returns a thread's share of its members' counters: the author's thread, and everyone's posts that are not deleted and
 * their likes.
 */
export function memberCounts(thread: ThreadDoc, posts: readonly CountedPost[], sign: 1 | -1): CounterDelta[] {
  const byMember = new Map<number, CounterDelta>()
  const of = (id: number) => byMember.get(id) ?? { subject: 'member' as const, id }
  byMember.set(thread.authorId, { ...of(thread.authorId), threads: sign })
  for (const { authorId, likeCount } of posts) {
    const { posts: counted = 0, likes = 0, ...rest } = of(authorId)
    byMember.set(authorId, { ...rest, posts: counted + sign, likes: likes + sign * likeCount })
  }
  return ofMembers([...byMember.values()])
}
