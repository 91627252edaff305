import './browser'
import { parentPort } from 'node:worker_threads'
import type { MemberRole } from './acts'
import { Member } from './member'
import { differences, isConnected, openPage, repeatedEvents, shownOf, showsPost, type Shown } from './page'

let shown: Shown = { threadIds: [], movingIds: [], secretIds: [], boardId: 0 }
let member: Member | null = null

/** The calls that the run may make to a page. */
const calls = {
  async open(token: string, screens: Shown) {
    shown = screens
    await openPage(token, screens)
  },
  begin(part: MemberRole) {
    member = new Member(part)
    member.start()
  },
  finish: () => member!.finish(),
  doing: () => member?.doing() ?? '',
  differences: () => differences(shown, member?.journal.doubtfulLikes ?? []),
  repeatedEvents,
  isConnected,
  showsPost,
  shownOf,
}
export type PageCalls = typeof calls

parentPort!.on('message', ({ id, name, given }: { id: number; name: keyof PageCalls; given: never[] }) => {
  const work: (...given: never[]) => unknown = calls[name]
  void (async () => {
    try {
      parentPort!.postMessage({ id, value: await work(...given) })
    } catch (error) {
      parentPort!.postMessage({
        id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    }
  })()
})
