import { DAY_MS } from '@forum/shared/clock'
import { REFUSALS } from '@forum/shared/bilingual'
import { ForumError, refusedField } from '@forum/shared/errors'
import { mayModerate, type Actor } from '@forum/shared/policies'
import type { Collection } from '../../platform/mongo/model'
import { causedBy, writtenBy, type PostDoc, type ThreadDoc, type ThreadEventDoc } from '../../log'
import type { StoredValues } from '../thread-values'

/**
 * Checks times at which a thread is to be locked or opened.
 *
 * @throws ForumError `VALIDATION_FAILED` for a time that is over, or an opening that is not after the lock
 */
export function requireSchedule(changes: Partial<StoredValues>, thread: StoredValues, now: Date): void {
  for (const name of ['lockAt', 'unlockAt'] as const) {
    const time = changes[name]
    if (time && time <= now) throw outOfRange(name)
  }
  const { lockAt = null, unlockAt = null } = { ...thread, ...changes }
  if (lockAt !== null && unlockAt !== null && unlockAt <= lockAt) throw outOfRange('unlockAt')
}

const outOfRange = (field: string) => refusedField(field, 'range')

/**
 * The change that a thread's schedule makes at a time: locked or open, with the entries of the schedule that it uses
 * up.
 */
export interface Due {
  isLocked: boolean
  used: Partial<StoredValues>
}

type Quiet = Pick<StoredValues, 'closeAfterDays'> & Pick<ThreadDoc, 'lastPostAt'>

const isQuiet = ({ closeAfterDays = null, lastPostAt }: Quiet, at: Date): boolean =>
  closeAfterDays !== null && lastPostAt.getTime() + closeAfterDays * DAY_MS <= at.getTime()

/** Returns the entries of the schedule that an opening uses up: a thread is not closed again at once. */
export const usedByOpening = (thread: Quiet, at: Date): Partial<StoredValues> =>
  isQuiet(thread, at) ? { closeAfterDays: null } : {}

/** Returns what the schedule of a thread says should have happened by a time; null if nothing is due. */
export function dueAt(
  thread: StoredValues & Pick<ThreadDoc, 'isLocked' | 'lastPostAt'>,
  at: Date,
): Due | null {
  const { lockAt = null, unlockAt = null, isLocked } = thread
  const isOver = (time: Date | null) => time !== null && time <= at
  const used = {
    ...(isOver(lockAt) ? { lockAt: null } : {}),
    ...(isOver(unlockAt) ? { unlockAt: null } : {}),
  }
  // If both are over, the opening is the later one.
  if (isOver(unlockAt)) return { isLocked: false, used: { ...used, ...usedByOpening(thread, at) } }
  if (isOver(lockAt)) return { isLocked: true, used }
  return isQuiet(thread, at) && !isLocked ? { isLocked: true, used: { closeAfterDays: null } } : null
}

/**
 * Throws 429 while a member has to wait before the next reply to a thread in slow mode. Deleted replies count, too.
 *
 * @param earlier events of the same commit that are not projected yet
 */
export async function requireSlowInterval(
  posts: Collection<PostDoc>,
  { _id: threadId, boardId, slowSeconds = null }: ThreadDoc,
  { actor, at }: { actor: Actor; at: Date },
  earlier: readonly ThreadEventDoc[],
): Promise<void> {
  if (slowSeconds === null || mayModerate(actor, boardId)) return
  const repliesByActor = { threadId, number: { $gt: 1 }, ...writtenBy(actor.id) }
  const stored = await posts.findOne(repliesByActor, { sort: { number: -1 }, projection: { createdAt: 1 } })
  const queued = earlier.findLast((event) => event.kind === 'post.created' && causedBy(event) === actor.id)
  const last = queued?.post?.createdAt ?? stored?.createdAt
  const left = last ? last.getTime() + slowSeconds * 1_000 - at.getTime() : 0
  if (left <= 0) return
  const retryAfterSeconds = Math.ceil(left / 1_000)
  throw new ForumError('TOO_MANY_REQUESTS', { retryAfterSeconds, detail: REFUSALS.slowMode })
}
