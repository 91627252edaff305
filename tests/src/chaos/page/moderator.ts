import type { Held } from '@forum/shared/contract'
import { ApiError, actOnThread, call, pageForum } from '@forum/web/page-without-screen'
import { againIfUncertain, attempted, type Acts, type Duty } from './acts'
import { changeAccess } from './secret'

/** The acts of each duty. */
export const DUTIES: Record<Duty, readonly ((acts: Acts) => Promise<void>)[]> = {
  decide: [decide, decide, returnRejected],
  'move threads': [moveThread],
  'move posts': [split, split, merge, takeBack],
  'change access': [changeAccess, changeAccess],
}

/** Reads something to decide about; null if that fails for now. */
const read = <T>(calls: () => Promise<T>): Promise<T | null> =>
  calls().catch((error: unknown) => {
    againIfUncertain(error)
    return null
  })

/** Rejections that can be taken back: what they rejected, by the id of their undo. */
const rejections = new Map<number, number>()

/** Approves or rejects one of the texts that wait. */
async function decide(acts: Acts): Promise<void> {
  const waiting = await read(() => call('listHeld', { query: {} }))
  if (!waiting || waiting.held.length === 0) return
  const { id: heldId } = acts.random.pick(waiting.held)
  const action = acts.random.next() < 0.6 ? 'approve' : 'reject'
  const params = { heldId }
  const isDone = await acts.persist(`${action} ${heldId}`, (isRepeat) =>
    attempted(async () => {
      try {
        if (action === 'approve') await call('approveHeld', { params, body: {} })
        else {
          const { undo } = await call('rejectHeld', { params, body: { reason: '广告' } })
          if (undo) rejections.set(undo.id, heldId)
        }
      } catch (error) {
        const isDecided = error instanceof ApiError && error.code === 'CONFLICT' && isRepeat
        if (!isDecided || !(await hasDecided(acts, heldId, action))) throw error
      }
      return 'done'
      // Withdrawn, decided by another moderator, or its post has changed.
    }, ['NOT_FOUND', 'CONFLICT']),
  )
  if (isDone) acts.journal.decisions.push({ heldId, action })
}

/** Returns true if an attempt whose response was lost has decided. */
async function hasDecided({ id }: Acts, heldId: number, action: 'approve' | 'reject'): Promise<boolean> {
  const found = await find(heldId, action === 'approve' ? 'approved' : 'rejected')
  return found?.decidedBy?.id === id
}

async function find(heldId: number, status: Held['status']): Promise<Held | undefined> {
  const { held } = await call('listHeld', { query: { status, limit: 100 } })
  return held.find(({ id }) => id === heldId)
}

/** Takes a rejection back: the text waits again. */
async function returnRejected(acts: Acts): Promise<void> {
  const [rejection] = rejections
  if (!rejection) return
  const [actId, heldId] = rejection
  rejections.delete(actId)
  const isDone = await acts.persist(`return ${heldId}`, (isRepeat) =>
    attempted(async () => {
      try {
        await call('undoAct', { params: { actId }, body: {} })
      } catch (error) {
        const isUndone = error instanceof ApiError && error.code === 'CONFLICT' && isRepeat
        if (!isUndone || (await hasDecided(acts, heldId, 'reject'))) throw error
      }
      return 'done'
      // Withdrawn, or another edit of its post waits.
    }, ['NOT_FOUND', 'CONFLICT']),
  )
  if (isDone) acts.journal.decisions.push({ heldId, action: 'return' })
}

async function moveThread(acts: Acts): Promise<void> {
  const { part, random } = acts
  const threadId = random.pick(part.threadIds)
  const boardId = random.pick(part.boardIds)
  await acts.persist(`move ${threadId}`, async () => {
    const result = await actOnThread(pageForum, 'move_thread', threadId, {
      board: { id: boardId, name: '', name_zh: '', displayName: '' },
    })
    // The thread is there already, or was merged.
    if (result.ok || !result.error.mayPass) return 'done'
    return againIfUncertain(result.error)
  })
}

/** Threads that replies were split into and that were not merged. */
const branches = new Set<number>()
/** The undos of the latest moves: the id of the act, and the index of the move in the journal. */
const undos: { actId: number; at: number }[] = []
const SPLIT_MAX = 3

const threadsOf = ({ part }: Acts) => [...part.movingIds, ...branches]

/** Moves some replies of a thread into another one, or into a new one. */
async function split(acts: Acts): Promise<void> {
  const { journal, part, random } = acts
  const from = random.pick(threadsOf(acts))
  const found = await read(() =>
    call('getThread', { params: { threadId: from }, query: { page: 'last' } }).catch(nothingThere),
  )
  if (!found || found.thread.id !== from || found.posts.length === 0) return
  const postIds = [
    ...new Set(Array.from({ length: random.between(1, SPLIT_MAX + 1) }, () => random.pick(found.posts).id)),
  ]
  const other = random.pick(threadsOf(acts))
  const into =
    other === from || random.next() < 0.5
      ? { title: `分出 ${acts.word()}`, boardId: random.pick(part.boardIds) }
      : { threadId: other }
  const idempotencyKey = crypto.randomUUID()
  await acts.persist(`split ${postIds.join()} from ${from}`, () =>
    attempted(async () => {
      const options = { params: { threadId: from }, body: { postIds, ...into }, idempotencyKey }
      const { thread, undo } = await call('splitThread', options)
      if ('title' in into) branches.add(thread.id)
      if (undo) undos.push({ actId: undo.id, at: journal.moves.length })
      journal.moves.push({ from, to: thread.id, postIds, undoes: null })
      return 'done'
      // A thread is merged, or all the replies are deleted.
    }, ['CONFLICT', 'NOT_FOUND', 'VALIDATION_FAILED']),
  )
}

const nothingThere = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
  throw error
}

/** Merges a thread that was split off, or the one that all pages show. */
async function merge(acts: Acts): Promise<void> {
  const { journal, part, random } = acts
  const from = random.pick([...branches, ...part.movingIds.slice(-1)])
  const into = random.pick(threadsOf(acts).filter((id) => id !== from))
  const idempotencyKey = crypto.randomUUID()
  await acts.persist(`merge ${from} into ${into}`, () =>
    attempted(async () => {
      const { undo } = await call('mergeThread', {
        params: { threadId: from },
        body: { into },
        idempotencyKey,
      })
      branches.delete(from)
      if (undo) undos.push({ actId: undo.id, at: journal.moves.length })
      journal.moves.push({ from, to: into, postIds: null, undoes: null })
      return 'done'
      // One of them is merged already.
    }, ['CONFLICT', 'NOT_FOUND']),
  )
}

/** Takes the latest move back. */
async function takeBack(acts: Acts): Promise<void> {
  const { journal } = acts
  const undo = undos.pop()
  const move = journal.moves[undo?.at ?? -1]
  if (!undo || !move) return
  const isDone = await acts.persist(`take move ${undo.at} back`, (isRepeat) =>
    attempted(async () => {
      try {
        await call('undoAct', { params: { actId: undo.actId }, body: {} })
      } catch (error) {
        const isRefused = error instanceof ApiError && error.code === 'CONFLICT'
        if (!isRefused || !isRepeat || !(await isBack(move))) throw error
      }
      return 'done'
      // Somebody has replied since, or the thread is merged.
    }, ['CONFLICT', 'NOT_FOUND']),
  )
  if (!isDone) return
  if (move.postIds === null && !acts.part.movingIds.includes(move.from)) branches.add(move.from)
  if (move.postIds !== null && !(await isThere(move.to))) branches.delete(move.to)
  journal.moves.push({ from: move.to, to: move.from, postIds: move.postIds, undoes: undo.at })
}

const isThere = async (threadId: number): Promise<boolean> =>
  (await read(() => call('getThread', { params: { threadId }, query: {} }).catch(nothingThere)))?.thread
    .id === threadId

/** Returns true if an attempt whose response was lost has undone a move. */
async function isBack({ from, postIds }: { from: number; postIds: number[] | null }): Promise<boolean> {
  if (postIds === null) return isThere(from)
  const { post } = await call('getPost', { params: { postId: postIds[0]! } })
  return post.threadId === from
}
