import { type OwnHeld, type UserSummary } from '@forum/shared/contract'
import { draftKey, drafts } from '../../state/drafts'
import { replyDraftKey } from '../../state/thread-copy'
import { keptFile, type DraftFile } from '../composer/draft-files'
import { EMPTY as EMPTY_THREAD } from '../new-thread/new-thread'
import { EMPTY_EDIT, editDraftKey } from '../thread/PostEditor'
import { EMPTY_REPLY } from '../thread/replies'

const EMPTY_MESSAGE = {
  ...{ recipient: '', recipientId: null, others: [] as readonly UserSummary[] },
  ...{ subject: '', content: '', quotesOriginal: false, files: [] as readonly DraftFile[] },
}

/**
 * Puts a rejected text back into the draft that it was sent from, beside what was written there since; returns the
 * address of its form.
 */
export function resume(userId: number | null, held: OwnHeld): string {
  const { kind, thread, board, postId, recipients, conversationId, quotedPostId } = held
  const [title, content] = [held.title ?? '', held.content ?? '']
  const files = held.attachments.map(keptFile)
  const place = (key: string) => draftKey(userId, key)
  if (kind === 'post' && thread) {
    const quotedPostIds = quotedPostId === null ? [] : [quotedPostId]
    drafts.putBack(place(replyDraftKey(thread.id)), EMPTY_REPLY, { content, quotedPostIds, files })
    return `/threads/${thread.id}/page/last`
  }
  if (kind === 'edit' && thread && postId !== null) {
    // The version is unknown: 0 would mean that there is no edit, and an older one is shown beside the newest.
    drafts.putBack(place(editDraftKey(postId)), EMPTY_EDIT, {
      content,
      title: title || thread.title,
      startTitle: thread.title,
      note: held.editNote ?? '',
      version: 1,
      files,
      hasFiles: true,
    })
    return `/threads/${thread.id}#post-${postId}`
  }
  if (kind === 'message') {
    const text = { subject: title, content }
    if (conversationId !== null) {
      drafts.putBack(place(`message:group:${conversationId}`), EMPTY_MESSAGE, text)
      return `/my/messages/group/${conversationId}`
    }
    const to = recipients[0]?.username ?? ''
    const addressed = recipients.length > 1 ? { others: recipients } : { recipient: to }
    drafts.putBack(place(`message:to:${to.toLowerCase()}`), EMPTY_MESSAGE, { ...addressed, ...text })
    return `/my/messages/compose?to=${encodeURIComponent(to)}`
  }
  drafts.putBack(place('new-thread'), EMPTY_THREAD, { title, content, boardId: board?.id ?? null, files })
  return board ? `/new-thread/${board.id}` : '/new-thread'
}
