import { SiteCalendar, ThreadHistory } from '@forum/http-api'
import type { ForumApi, PastBoard, PastBookmark, PastGroup, PastMember, PastMessage } from '@forum/http-api'
import { systemClock } from '@forum/shared/clock'

type Loader = ForumApi['load']['imports']
export type PastAttachment = Parameters<Loader['attachment']>[0]
export type LoadedAttachment = Awaited<ReturnType<Loader['attachment']>>

/** Where an import writes to: a forum, or nothing in a dry run. */
export interface ImportTarget {
  /** Returns up to which id each step is done; null if the forum takes no import. */
  begin(postsPerPage: number): Promise<Readonly<Record<string, number>> | null>
  advance(step: string, id: number): Promise<void>
  members(past: readonly PastMember[]): Promise<void>
  /** Rejects with a `ForumError` if the picture cannot be read. */
  avatar(memberId: number, bytes: Uint8Array): Promise<void>
  groups(past: readonly PastGroup[]): Promise<void>
  boards(past: readonly PastBoard[]): Promise<void>
  history(threadId: number): ThreadHistory
  loadedThreads(threadIds: readonly number[]): Promise<ReadonlySet<number>>
  threads(histories: readonly ThreadHistory[]): Promise<void>
  movedThread(oldId: number, threadId: number): Promise<void>
  /** Rejects with a `ForumError` if this forum does not take the file. */
  attachment(past: PastAttachment): Promise<LoadedAttachment>
  /** Returns how many of the threads there are. */
  bookmarks(past: readonly PastBookmark[]): Promise<number>
  messages(past: readonly PastMessage[]): Promise<void>
  finish(say: (text: string) => void): Promise<void>
}

const NAME = 'discuz'

/** Writes to a forum. */
export function forumTarget(api: ForumApi): ImportTarget {
  const { imports } = api.load
  return {
    begin: async (postsPerPage) => (await imports.begin(NAME, postsPerPage))?.doneUpTo ?? null,
    advance: (step, id) => imports.advance(NAME, step, id),
    members: (past) => imports.members(past),
    avatar: (memberId, bytes) => imports.avatar(memberId, bytes),
    groups: (past) => imports.groups(past),
    boards: (past) => imports.boards(past),
    history: (threadId) => api.load.history(threadId),
    loadedThreads: (threadIds) => imports.loadedThreads(threadIds),
    threads: (histories) => imports.threads(histories),
    movedThread: (oldId, threadId) => imports.movedThread(oldId, threadId),
    attachment: (past) => imports.attachment(past),
    bookmarks: (past) => imports.bookmarks(past),
    messages: (past) => imports.messages(past),
    async finish(say) {
      await api.finishRestore(say)
      await imports.finish(NAME)
    },
  }
}

/** Converts everything and writes nothing. */
export function dryTarget(timeZone: string): ImportTarget {
  const calendar = new SiteCalendar(systemClock, timeZone)
  const nothing = () => Promise.resolve()
  return {
    begin: () => Promise.resolve({}),
    advance: nothing,
    members: nothing,
    avatar: nothing,
    groups: nothing,
    boards: nothing,
    history: (threadId) => new ThreadHistory(threadId, calendar),
    loadedThreads: () => Promise.resolve(new Set()),
    threads: nothing,
    movedThread: nothing,
    attachment: ({ id, name, bytes }) =>
      Promise.resolve({
        id,
        filename: name,
        originalName: name,
        fileSize: bytes.length,
        mimeType: 'application/octet-stream',
        width: null,
        height: null,
      }),
    bookmarks: (past) => Promise.resolve(past.length),
    messages: nothing,
    finish: nothing,
  }
}
