import { type Result, resultOf } from '../../lib/result'
import { type Purge } from '@forum/shared/contract'
import { type Forum } from '../../store'
import { withFreshPassword } from '../../state/session'

/** Returns what would be deleted of a member. */
export const previewPurge = (
  forum: Forum,
  userId: number,
  keepThreadIds: readonly number[],
): Promise<Result<Purge>> =>
  resultOf(
    forum
      .call('purgeUser', { params: { userId }, body: { preview: true, keepThreadIds: [...keepThreadIds] } })
      .then(({ purge }) => purge),
  )

/**
 * Bans a member permanently, if wanted, and starts deleting everything by them; asks for the password if it was typed
 * too long ago. The ban comes first, so that nothing is written meanwhile.
 */
export const beginPurge = (
  forum: Forum,
  userId: number,
  { reason, keepThreadIds, bans }: { reason: string; keepThreadIds: readonly number[]; bans: boolean },
): Promise<Result<Purge>> =>
  resultOf(
    withFreshPassword(forum, async () => {
      const params = { userId }
      if (bans) await forum.call('banUser', { params, body: { banned: true, until: null, reason } })
      const body = { reason, keepThreadIds: [...keepThreadIds] }
      return (await forum.call('purgeUser', { params, body })).purge
    }),
  )

/** Returns the progress of a purge. */
export const readPurge = (forum: Forum, purgeId: number): Promise<Result<Purge>> =>
  resultOf(forum.call('getPurge', { params: { purgeId } }).then(({ purge }) => purge))

/** Stops a purge; deleted content stays deleted. */
export const stopPurge = (forum: Forum, purgeId: number): Promise<Result<Purge>> =>
  resultOf(forum.call('stopPurge', { params: { purgeId } }).then(({ purge }) => purge))

/** Starts restoring the content that a purge has deleted. */
export const undoPurge = (forum: Forum, purgeId: number): Promise<Result<Purge>> =>
  resultOf(forum.call('undoPurge', { params: { purgeId } }).then(({ purge }) => purge))
