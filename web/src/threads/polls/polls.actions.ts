import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { pollVoted, threadCopySlice } from '../../state/thread-copy'

/** Sets the member's choice, as positions of the poll's options; an empty one withdraws the vote. */
export async function votePoll(forum: Forum, threadId: number, options: number[]): Promise<Result<void>> {
  const seq = forum.read(threadCopySlice).threads[threadId]?.seq
  const result = await resultOf(forum.call('votePoll', { params: { threadId }, body: { options } }))
  if (!result.ok) return result
  forum.update((write) => {
    pollVoted(write, threadId, { poll: result.value.poll, options, seq })
  })
  return { ok: true, value: undefined }
}
