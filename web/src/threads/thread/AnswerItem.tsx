import { mayMarkAnswer } from '@forum/shared/policies'
import { actorOf } from '../../lib/actor'
import { forum, useForum } from '../../store'
import { MenuItem, toast } from '../../ui'
import { CircleCheck } from '../../ui/icons'
import { useSession } from '../../state/session'
import { changeThread, type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { answerText } from './answer.texts'

/** The menu item that marks a reply to a question as its answer, or removes the mark. */
export function AnswerItem({ post }: { post: PostEntity }) {
  const actor = actorOf(useSession().user)
  const thread = useForum((read) => read(threadCopySlice).threads[post.threadId])
  if (!actor || !thread?.isQuestion || post.isOpeningPost || post.isDeleted) return null
  const { id: threadId, boardId, userId: authorId, isLocked, isDeleted, answerId } = thread
  // Only the server knows who asked anonymously.
  const isAsker = authorId === 0 && thread.viewer?.canEdit === true
  const verdict = mayMarkAnswer(actor, { boardId, authorId, isLocked, isDeleted })
  if (verdict !== 'allowed' && !isAsker) return null
  const isAnswer = answerId === post.id
  const mark = async () => {
    const result = await changeThread(forum, threadId, () =>
      forum.call('answerThread', { params: { threadId }, body: { postId: isAnswer ? null : post.id } }),
    )
    if (result.ok) toast.success(answerText(isAnswer ? 'unmarked' : 'marked'))
    else toast.error(result.error.message)
  }
  return (
    <MenuItem icon={<CircleCheck aria-hidden />} onSelect={() => void mark()}>
      {answerText(isAnswer ? 'unmark' : 'mark')}
    </MenuItem>
  )
}
