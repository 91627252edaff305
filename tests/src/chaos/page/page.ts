import { isDeepStrictEqual } from 'node:util'
import { systemClock } from '@forum/shared/clock'
import type { Post } from '@forum/shared/contract'
import {
  boardCopySlice,
  boardThreads,
  call,
  conversations,
  folderMessages,
  liveSlice,
  listsSlice,
  loadList,
  loadThreadPage,
  messagesSlice,
  notificationsList,
  notificationsSlice,
  openForum,
  pageForum,
  revalidateList,
  sessionSlice,
  provideExcerpts,
  slices,
  socket,
  startLiveConnection,
  startSession,
  startUnreadPoll,
  storeToken,
  threadCopySlice,
  unreadSlice,
  watch,
  type Forum,
  type List,
} from '@forum/web/page-without-screen'

/** The content that a page shows all the time: more than one screen, each kept up to date as its screen keeps it. */
export interface Shown {
  threadIds: number[]
  /** Those of them that posts leave or come to. */
  movingIds: number[]
  /** Threads that the member may not be allowed to read. */
  secretIds: number[]
  boardId: number
}

type Compare = (what: string, shown: object | undefined, truth: object | undefined) => void

/** A list on the page: shown as `useList` does, and read into another store to compare. */
const screenOf = <Item extends { id: number }>(list: List<Item>) => ({
  key: list.key,
  load: (forum: Forum) => loadList(forum, list),
  async show() {
    watch(pageForum, () => revalidateList(pageForum, list))
    if (list.room) await socket.join(list.room).joined
    await loadList(pageForum, list)
  },
})

const screensOf = (boardId: number) => [
  screenOf(boardThreads(boardId, 1, 'replied')),
  screenOf(notificationsList(1)),
  screenOf(folderMessages({ type: 'inbox', q: '', page: 1 })),
  screenOf(folderMessages({ type: 'sent', q: '', page: 1 })),
  screenOf(conversations),
]

/** Events that reached the store a second time. */
let repeated = 0

/** Counts the events that reach the store more than once: `LiveConnection` drops repeats by their id. */
function countRepeats(forum: Forum): void {
  const received = new Set<string>()
  const { receive } = forum
  forum.receive = (events) => {
    for (const { name, id } of events) {
      if (received.has(`${name} ${id}`)) repeated += 1
      received.add(`${name} ${id}`)
    }
    receive(events)
  }
}

export const repeatedEvents = (): number => repeated

export const isConnected = (): boolean => pageForum.read(liveSlice).connection.status === 'connected'

export const showsPost = (id: number): boolean => pageForum.read(threadCopySlice).posts[id] !== undefined

/** Starts the page of a signed-in member as `startPage` does, with these screens, and resolves once they are loaded. */
export async function openPage(token: string, { threadIds, secretIds, boardId }: Shown): Promise<void> {
  storeToken(token)
  pageForum.addSlices(slices)
  provideExcerpts()
  countRepeats(pageForum)
  await startSession(pageForum)
  startLiveConnection()
  startUnreadPoll()
  await Promise.all([...threadIds, ...secretIds].map(showThread))
  await Promise.all(screensOf(boardId).map((screen) => screen.show()))
}

/** Joins first and reads afterwards, as the thread's screen does. */
async function showThread(id: number): Promise<void> {
  await socket.join({ kind: 'thread', id }).joined
  await loadThreadPage(pageForum, id, 1)
}

/**
 * Returns in what the page differs from what a page would show that is opened now; nothing if it is up to date. No event
 * says who likes a post, so a page may be wrong about a doubtful like of its member.
 */
export async function differences(
  { threadIds, movingIds, secretIds, boardId }: Shown,
  doubtfulLikes: readonly number[],
): Promise<string[]> {
  const fresh = openForum({ call, clock: systemClock })
  fresh.changeSession(pageForum.read(sessionSlice))
  const screens = screensOf(boardId)
  const there = []
  for (const id of threadIds) if (await loadWholeThread(fresh, id)) there.push(id)
  // A page that opens a thread which its member may not read stays as it is.
  for (const id of secretIds) if ((await loadWholeThread(fresh, id)) && isLoaded(id)) there.push(id)
  for (const { load } of screens) await load(fresh)
  const counted = await Promise.all([call('countUnreadMessages'), call('countUnreadNotifications')])
  const found: string[] = []
  const compare: Compare = (what, shown, truth) => {
    const [one, other] = [new Map(Object.entries(shown ?? {})), new Map(Object.entries(truth ?? {}))]
    for (const key of new Set([...one.keys(), ...other.keys()])) {
      const [is, should] = [one.get(key), other.get(key)]
      if (isDeepStrictEqual(is, should)) continue
      found.push(`${what}, ${key}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
    }
  }
  const { status } = pageForum.read(liveSlice).connection
  compare('connection', { status }, { status: 'connected' })
  for (const id of [...threadIds, ...secretIds]) {
    const { isDeleted = true } = pageForum.read(threadCopySlice).threads[id] ?? {}
    if (!there.includes(id) && isLoaded(id)) compare(`thread ${id}`, { isDeleted }, { isDeleted: true })
  }
  for (const id of there) {
    compare(`thread ${id}`, threadOf(pageForum, id), threadOf(fresh, id))
    const [shown, truth] = [postsOf(pageForum, id), postsOf(fresh, id)]
    for (const posts of [shown, truth])
      for (const post of Object.values(posts)) if (doubtfulLikes.includes(post.id)) post.likedByMe = false
    for (const number of new Set([...Object.keys(shown), ...Object.keys(truth)]))
      compare(`post ${number} of thread ${id}`, shown[number], truth[number])
  }
  compare(`board ${boardId}`, boardOf(pageForum, boardId), boardOf(fresh, boardId))
  for (const { key } of screens) compareList(key, fresh, compare)
  for (const id of Object.keys(fresh.read(messagesSlice).messages).map(Number))
    compare(`message ${id}`, messageOf(pageForum, id), messageOf(fresh, id))
  for (const id of Object.keys(fresh.read(messagesSlice).conversations).map(Number))
    compare(`conversation with ${id}`, conversationOf(pageForum, id), conversationOf(fresh, id))
  const still = [...threadIds, ...secretIds].filter((id) => !movingIds.includes(id))
  for (const id of Object.keys(fresh.read(notificationsSlice).notifications).map(Number))
    compare(`notification ${id}`, notificationOf(pageForum, id, still), notificationOf(fresh, id, still))
  const { messages, notifications } = pageForum.read(unreadSlice)
  const unread = { messages: messages.count, notifications: notifications.count }
  compare('unread', unread, { messages: counted[0].count, notifications: counted[1].count })
  return found
}

const isLoaded = (id: number): boolean => (pageForum.read(threadCopySlice).logs[id]?.seq ?? null) !== null

/** Returns whether a thread is there: its address may lead to another one, or nowhere. */
async function loadWholeThread(forum: Forum, id: number): Promise<boolean> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    await loadThreadPage(forum, id, page)
    const { threads, elsewhere, pages: read } = forum.read(threadCopySlice)
    if (elsewhere[id] || read[`${id}:${page}`]?.error?.code === 'NOT_FOUND') return false
    const thread = threads[id]
    if (!thread) throw new Error(`thread ${id} could not be read`)
    pages = thread.totalPages
  }
  return true
}

/**
 * Returns which of these words the page shows somewhere. A thread that is gone says only that; events that wait for
 * earlier ones, notifications that are in no list, and what toasts have said, are on no screen.
 */
export function shownOf(words: readonly string[]): string[] {
  const { threads, posts, logs: _, ...copy } = pageForum.read(threadCopySlice)
  const { notifications, arrived: __, ...ofNotices } = pageForum.read(notificationsSlice)
  const isGone = (threadId: number) => threads[threadId]?.isDeleted === true
  const listed = pageForum.read(listsSlice)[notificationsList(1).key]?.ids ?? []
  const shown = {
    threads: Object.values(threads).filter((thread) => !isGone(thread.id)),
    posts: Object.values(posts).filter((post) => !isGone(post.threadId)),
    copy,
    notifications: listed.map((id) => notifications[id]),
    ofNotices,
    others: slices
      .filter((slice) => ![threadCopySlice, notificationsSlice].some((one) => one.name === slice.name))
      .map((slice) => pageForum.read(slice)),
  }
  return words.flatMap((word) => {
    const places = Object.entries(shown).filter(([, value]) => JSON.stringify(value).includes(word))
    return places.length === 0 ? [] : `${word} among ${places.map(([place]) => place).join()}`
  })
}

/**
 * A list shows the ids of a fresh one. Lists whose items move are left out: what moved, and what the member moved, waits
 * for the reader.
 */
function compareList(key: string, fresh: Forum, compare: Compare): void {
  const [shown, truth] = [pageForum.read(listsSlice)[key], fresh.read(listsSlice)[key]]
  if (truth?.status !== 'ready') throw new Error(`the list ${key} could not be read`)
  if (truth.topics.length === 0) compare(`list ${key}`, shown?.ids.slice(0, truth.ids.length), truth.ids)
}

/** Views are counted without an event, and what a member has read is theirs to change. */
function threadOf(forum: Forum, id: number): object {
  const thread = forum.read(threadCopySlice).threads[id]
  const author = { ...thread?.author, postCount: 0 }
  return { ...thread, author, content: '', viewer: null, viewCount: 0, view_count: 0 }
}

/** By post number. An author's count changes without the post: the page shows the newest it knows. */
function postsOf(forum: Forum, threadId: number): Record<string, Omit<Post, 'viewer'>> {
  const threadPosts = Object.values(forum.read(threadCopySlice).posts).filter(
    (post) => post.threadId === threadId,
  )
  const plain = ({ seq: _, viewer: __, ...post }: Post & { seq: number }) => ({
    ...post,
    author: { ...post.author, postCount: 0 },
  })
  return Object.fromEntries(threadPosts.map((post) => [post.number, plain(post)]))
}

function boardOf(forum: Forum, id: number): object {
  const { threadCount, postCount, lastThread } = forum.read(boardCopySlice).boards[id] ?? {}
  return { threadCount, postCount, lastThread }
}

/** Lists contain the beginning of a text alone. */
function messageOf(forum: Forum, id: number): object {
  const { isCut: _, content: __, ...message } = forum.read(messagesSlice).messages[id] ?? {}
  return message
}

function conversationOf(forum: Forum, id: number): object {
  const { lastMessage, ...conversation } = forum.read(messagesSlice).conversations[id] ?? {}
  return { ...conversation, lastMessageId: lastMessage?.id }
}

/**
 * Leaves out the texts about its posts, which are as of their reading: the page gets no event of a later edit or move,
 * and of many replies only the first are published.
 */
function notificationOf(forum: Forum, id: number, stillIds: readonly number[]): object {
  const { kind, thread, isRead } = forum.read(notificationsSlice).notifications[id] ?? {}
  return { kind, isRead, thread: thread && stillIds.includes(thread.id) ? thread : null }
}
