import { type Result } from '../../lib/result'
import { type Forum, perForum, unlessUndone } from '../../store'
import { changeThread } from '../thread-copy'
import { type Deletion, deletionsSlice } from './deletions.slice'

/** Time during which authors can undo the deletion of their own post or thread; then it is sent. */
const UNDO_MS = 5_000

/** The function that undoes each deletion that has not been sent yet. */
const undos = perForum(() => new Map<Deletion, () => void>())

const DONE: Result<void> = { ok: true, value: undefined }

function send(forum: Forum, deletion: Deletion, threadId: number): Promise<Result<void>> {
  const id = Number(deletion.slice(deletion.indexOf(':') + 1))
  return changeThread(forum, threadId, () =>
    deletion.startsWith('post')
      ? forum.call('deletePost', { params: { postId: id }, body: {}, keepalive: true })
      : forum.call('deleteThread', { params: { threadId: id }, body: {}, keepalive: true }),
  )
}

/**
 * Shows the member's own post or thread as deleted and deletes it after a moment, or at once when the page is left or
 * the member signs out. Resolves once it is deleted or the deletion is undone; a refused deletion shows it again.
 */
export async function deleteSoon(forum: Forum, deletion: Deletion, threadId: number): Promise<Result<void>> {
  if (forum.read(deletionsSlice)[deletion]) return DONE
  const show = (isDeleted: boolean) => {
    forum.update((write) => {
      write(deletionsSlice)[deletion] = isDeleted
    })
  }
  show(true)
  let timer: ReturnType<typeof setTimeout> | undefined
  const result = await unlessUndone(
    forum,
    (undo, sendNow) => {
      timer = setTimeout(sendNow, UNDO_MS)
      undos(forum).set(deletion, undo)
    },
    async (isUndone) => {
      clearTimeout(timer)
      undos(forum).delete(deletion)
      return isUndone ? DONE : send(forum, deletion, threadId)
    },
  )
  show(false)
  return result
}

/** Undoes a deletion; returns false if it has been sent already. */
export function undoDeletion(forum: Forum, deletion: Deletion): boolean {
  const undo = undos(forum).get(deletion)
  undo?.()
  return undo !== undefined
}
