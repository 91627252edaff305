import { signedIn, type Handlers } from '../../platform/http/mount'
import type { ReadContext } from '../../platform/http/viewer'
import type { ModerationLogConsumer } from '../../record'
import type { ShowThread } from '../threads.routes'
import type { Moved, Moves, SplitInto } from './moves.service'

interface MoveRoutesDeps {
  moves: Moves
  show: ShowThread
  acts: ModerationLogConsumer
}

export const moveRoutes = ({ moves, show, acts }: MoveRoutesDeps) => {
  /** Returns the thread that posts are in after a move, and how the move is taken back. */
  const moved = async (call: ReadContext, move: Promise<Moved>) => {
    const { event, threadId } = await move
    const undo = await acts.undoOf(Promise.resolve(event))
    return { ...(await show(threadId, call)), undo }
  }
  return {
    splitThread: (call) => {
      const { postIds, threadId, title = '', boardId = 0, reason } = call.body
      const into: SplitInto = threadId === undefined ? { title, boardId } : { threadId }
      const given = { postIds, into, reason }
      return moved(call, moves.split(signedIn(call), call.params.threadId, given, call.idempotencyKey))
    },
    mergeThread: (call) =>
      moved(call, moves.merge(signedIn(call), call.params.threadId, call.body, call.idempotencyKey)),
  } satisfies Partial<Handlers>
}
