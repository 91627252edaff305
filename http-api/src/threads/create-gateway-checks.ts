import type { Gate } from '@forum/shared/events'
import type { AccountsArea } from '../accounts'
import type { BoardsArea } from '../boards'
import type { LogArea } from '../log'
import { TypingPolicy } from './typing-policy'

interface GatewayChecksNeeds {
  log: Pick<LogArea, 'threadCache'>
  boards: Pick<BoardsArea, 'queries'>
  accounts: Pick<AccountsArea, 'sessions'>
}

/** Creates the checks for gateways: who may be shown as typing in a thread, and whom its events may reach. */
export function createGatewayChecks({ log: { threadCache }, boards, accounts }: GatewayChecksNeeds) {
  const typing = new TypingPolicy({
    threads: threadCache,
    boards: boards.queries,
    identify: (token) => accounts.sessions.identify(token),
  })
  /** Returns what one has to pass to read threads, in order; null for what everyone reads, or what does not exist. */
  const gatesOf = async (threadIds: readonly number[]): Promise<Gate[]> => {
    const [threads, tree] = await Promise.all([
      threadCache.getAll(threadIds),
      boards.queries.currentStructure(),
    ])
    return threadIds.map((id) => {
      const thread = threads.get(id)
      return thread ? tree.gateOf(thread.boardId) : null
    })
  }
  return {
    typing,
    gatesOf,
    routes: {
      checkTyping: ({ body }: { body: { token: string; threadId: number } }) =>
        typing.shown(body.token, body.threadId),
      findGates: async ({ body }: { body: { threadIds: number[] } }) => ({
        gates: await gatesOf(body.threadIds),
      }),
    },
  }
}
