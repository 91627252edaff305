import { ApiError, call } from '@forum/web/page-without-screen'
import type { AccessChange } from '../journal'
import { attempted, type Acts, type Outcome } from './acts'

/** Opens or closes the secret board, lets a member into its group or out of it, or moves one of its threads. */
export async function changeAccess(acts: Acts): Promise<void> {
  const { journal, part, random } = acts
  const change = anyChange(acts)
  const { id: boardId, groupId, openBoardId } = part.secret
  const send = (): Promise<unknown> => {
    if (change.of === 'board') {
      const access = { see: change.isOpen ? ('everyone' as const) : ('groups' as const) }
      return call('updateBoard', { params: { boardId }, body: { access } })
    }
    if (change.of === 'group')
      return call(change.isIn ? 'addGroupMember' : 'removeGroupMember', {
        params: { groupId, userId: change.userId },
      })
    const body = { boardId: change.isInside ? boardId : openBoardId }
    return call('moveThread', { params: { threadId: change.threadId }, body })
  }
  const begunAt = Date.now()
  await acts.persist(`change ${JSON.stringify(change)}`, () =>
    attempted(async (): Promise<Outcome> => {
      try {
        await send()
      } catch (error) {
        // The member is out of the group already.
        if (!(change.of === 'group' && error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
      }
      journal.access.push({ begunAt, endedAt: Date.now(), change })
      return 'done'
    }, []),
  )
  // Sometimes a reply is written while nobody else may read it.
  if (random.next() < 0.5) await whisper(acts)
}

function anyChange({ part: { secret }, random }: Acts): AccessChange['change'] {
  const of = random.pick(['board', 'group', 'thread'] as const)
  const isSo = random.next() < 0.5
  if (of === 'board') return { of, isOpen: isSo }
  if (of === 'group') return { of, userId: random.pick(secret.memberIds), isIn: isSo }
  return { of, threadId: random.pick(secret.threadIds), isInside: isSo }
}

/** Replies to a thread that not everyone may read all the time. */
export async function whisper(acts: Acts): Promise<void> {
  const { journal, part, random } = acts
  const threadId = random.pick(part.secret.threadIds)
  const word = acts.word('secret')
  const content = `小声说 ${word}`
  const idempotencyKey = crypto.randomUUID()
  journal.secrets[word] = Date.now()
  const isDone = await acts.persist(`whisper ${word}`, () =>
    attempted(async () => {
      const { post } = await call('createPost', { body: { threadId, content }, idempotencyKey })
      const { id, number } = post
      journal.replies.push({ id, number, threadId, word, content, isDeleted: false, mentions: null })
      return 'done'
      // The member may not read the thread now.
    }, ['NOT_FOUND']),
  )
  if (!isDone) journal.doubtfulWords.push(word)
}
