import { type Attachment, type Erasure } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { withFreshPassword } from '../../state/session'

/** The content to erase. */
export type Erasable =
  | { postIds: number[]; version?: number }
  | { fileId: number }
  | { threadId: number }
  | { userId: number }

/** A choice in the dialog: content, or parts of a post, of which one is chosen. */
export type EraseScope =
  | { scope: 'post' | 'opening' | 'thread' | null; what: Erasable }
  | { scope: 'version'; postId: number }
  | { scope: 'file'; files: readonly Pick<Attachment, 'id' | 'originalName'>[] }

export const readErasures = (forum: Forum): Promise<Result<Erasure[]>> =>
  resultOf(forum.call('listErasures').then(({ erasures }) => erasures))

/** Requests an erasure, and asks for the password if it was typed too long ago. */
export const askErasure = (forum: Forum, content: Erasable, reason: string): Promise<Result<Erasure>> =>
  resultOf(
    withFreshPassword(
      forum,
      async () => (await forum.call('askErasure', { body: { ...content, reason } })).erasure,
    ),
  )

/** Confirms an erasure, which begins at once. */
export const confirmErasure = (forum: Forum, erasureId: number): Promise<Result<void>> =>
  resultOf(
    withFreshPassword(forum, async () => {
      await forum.call('confirmErasure', { params: { erasureId } })
    }),
  )
