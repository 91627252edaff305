import { ApiError, call, heldOf } from '@forum/web/page-without-screen'
import type { HeldText } from '../journal'
import { attempted, type Acts } from './acts'

const KINDS = ['post', 'post', 'edit', 'thread'] as const
/** Texts of a newcomer with a link are held. */
const textOf = (word: string) => `${word} 详情 https://fc-visa.example`
/** A member may not leave too many waiting. */
const WAITING_MAX = 30

/** Writes something that is held. */
export async function hold(acts: Acts): Promise<void> {
  const { journal, part, random } = acts
  if (journal.held.length >= WAITING_MAX) return
  const kind = random.pick(KINDS)
  const word = acts.word('held')
  const content = textOf(word)
  const idempotencyKey = crypto.randomUUID()
  const edited = journal.replies.find(
    (reply) => !reply.isDeleted && !reply.hasHeldEdit && !(reply.word in journal.secrets),
  )
  if (kind === 'edit' && !edited) return
  const threadId = random.pick(part.threadIds)
  const boardId = random.pick(part.boardIds)
  const send = (): Promise<unknown> => {
    if (kind === 'post') return call('createPost', { body: { threadId, content }, idempotencyKey })
    if (kind === 'thread')
      return call('createThread', { body: { title: `主题 ${word}`, content, boardId }, idempotencyKey })
    return call('updatePost', { params: { postId: edited!.id }, body: { content } })
  }
  if (kind === 'edit') edited!.hasHeldEdit = true
  const isDone = await acts.persist(`hold a ${kind} ${word}`, (isRepeat) =>
    attempted(async () => {
      const held = heldOf(await send())
      if (held) {
        const postId = kind === 'edit' ? edited!.id : null
        journal.held.push({
          heldId: held.id,
          kind,
          postId,
          versions: [{ word, content }],
          isWithdrawn: false,
        })
        return 'done'
      }
      // The edit was approved before its response was lost.
      if (kind === 'edit' && isRepeat) Object.assign(edited!, { word, content })
      else journal.refused.push(`${kind} ${word} was not held`)
      return 'done'
    }, ['NOT_FOUND']),
  )
  // The thread was merged; a text that came before that goes with it.
  if (!isDone) journal.doubtfulWords.push(word)
}

const mine = ({ journal, random }: Acts): HeldText | undefined => {
  const left = journal.held.filter(({ isWithdrawn }) => !isWithdrawn)
  return left.length === 0 ? undefined : random.pick(left)
}

/** Withdraws a text, unless it was approved. */
export async function withdraw(acts: Acts): Promise<void> {
  const text = mine(acts)
  if (!text) return
  await acts.persist(`withdraw ${text.heldId}`, (isRepeat) =>
    attempted(async () => {
      try {
        await call('withdrawHeld', { params: { heldId: text.heldId } })
      } catch (error) {
        const isGone = error instanceof ApiError && error.code === 'NOT_FOUND' && isRepeat
        if (!isGone) throw error
      }
      text.isWithdrawn = true
      return 'done'
    }, ['CONFLICT']),
  )
}

/** Changes a text that waits. */
export async function rewrite(acts: Acts): Promise<void> {
  const text = mine(acts)
  if (!text) return
  const word = acts.word('held')
  const content = textOf(word)
  const isDone = await acts.persist(`rewrite ${text.heldId} as ${word}`, (isRepeat) => {
    if (isRepeat && text.versions.length === 1) text.versions.push({ word, content })
    return attempted(async () => {
      await call('updateHeld', { params: { heldId: text.heldId }, body: { content } })
      return 'done'
    }, ['CONFLICT'])
  })
  if (isDone) text.versions = [{ word, content }]
}
