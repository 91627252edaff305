import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { threadCopySlice } from '../../state/thread-copy'

/** Sets the member's choice, as positions of the poll's options; an empty one withdraws the vote. */
export async function votePoll(forum: Forum, threadId: number, options: number[]): Promise<Result<void>> {
  const seqBefore = forum.read(threadCopySlice).threads[threadId]?.seq
  const result = await resultOf(forum.call('votePoll', { params: { threadId }, body: { options } }))
  if (!result.ok) return result
  forum.update((write) => {
    const thread = write(threadCopySlice).threads[threadId]
    if (!thread) return
    // Events that arrived meanwhile contain counts that are at least as new.
    if (thread.seq === seqBefore) thread.poll = result.value.poll
    if (thread.viewer) thread.viewer.votes = options
  })
  return { ok: true, value: undefined }
}
