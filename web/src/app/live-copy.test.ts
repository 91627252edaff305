import { numbersOfPage } from '@forum/shared/pages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Call } from '../lib/api'
import { type Forum } from '../store'
import { aForum, signIn } from '../testing/forum'
import { ModelServer, THREAD_ID } from '../testing/model-server'
import { submissionsSlice } from '../state/drafts'
import { provideExcerpts } from '../threads/thread/provide-excerpts'
import {
  applyHeldEvents,
  applyReturnedPost,
  catchUp,
  loadThreadPage,
  replyPlace,
  type ThreadCopy,
  threadCopySlice,
  type ThreadEvent,
} from '../state/thread-copy'

provideExcerpts()

/**
 * State + events = state (as Zulip tests it): whatever happens to the events, the page's copy of a thread equals a
 * fresh fetch once it has caught up.
 */

/** The fate of an event on its way to the page. */
const fate = fc.constantFrom('arrives', 'arrives', 'arrives', 'is lost', 'comes twice', 'comes late')
/** Picks among few posts, so that several things happen to the same ones. */
const which = fc.nat(3)

const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('reply' as const), quotes: fc.option(which), fate }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('edit' as const), which, fate }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom(...(['remove', 'restore', 'like', 'split', 'giveBack', 'giveBack'] as const)),
      which,
      fate,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      changes: fc.constantFrom(
        { isLocked: true },
        { isLocked: false },
        { isPinned: true },
        { isPinned: false },
        { title: '新标题' },
        { title: '旧标题' },
      ),
      fate,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('send own reply' as const), fate }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('send own edit' as const), which, fate }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('deliver' as const), count: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('open page' as const), page: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('catch up' as const) }) },
  { weight: 10, arbitrary: fc.record({ does: fc.constant('answer' as const), which: fc.nat(3) }) },
)
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never

const ME = 9

/** A page and its server; the test controls everything that travels between them. */
class World {
  readonly server: ModelServer
  readonly forum: Forum
  private readonly wire: ThreadEvent[] = []
  private readonly late: ThreadEvent[] = []
  private readonly unanswered: (() => void)[] = []
  private readonly versions = new Map<number, number>()
  private threadSeq = 0
  private texts = 0

  constructor(replies: number, changesMax: number) {
    this.server = new ModelServer(changesMax)
    for (let count = 0; count < replies; count += 1) this.server.reply(2, `回复 ${count}`)
    this.forum = aForum(this.slowCall())
    signIn(this.forum, { id: ME, role: 'user', moderatedBoardIds: [], blocked: [] } as never)
  }

  /** A server whose responses arrive when the test decides; a thread is read before its posts are. */
  private slowCall(): Call {
    const { server } = this
    return (async (name: string, options: { query?: { page?: number; since?: number } }) => {
      const onItsWay = () => new Promise<void>((resolve) => this.unanswered.push(resolve))
      if (name === 'threadChanges') {
        const changes = server.changesSince(options.query?.since ?? 0)
        await onItsWay()
        return changes
      }
      const early = server.thread()
      await onItsWay()
      const response = server.readPage(options.query?.page ?? 1, early)
      await onItsWay()
      return response
    }) as Call
  }

  async do(command: Command): Promise<void> {
    const { server, forum } = this
    const text = `第 ${(this.texts += 1)} 句`
    switch (command.does) {
      case 'reply':
        this.emit(
          server.reply(2, text, command.quotes === null ? null : this.numberOf(command.quotes)),
          command.fate,
        )
        break
      case 'edit':
        this.emit(server.edit(this.numberOf(command.which), text), command.fate)
        break
      case 'remove':
      case 'restore':
      case 'like':
      case 'giveBack':
        this.emit(server[command.does](this.numberOf(command.which)), command.fate)
        break
      case 'split':
        this.emit(server.split([this.numberOf(command.which)]), command.fate)
        break
      case 'change':
        this.emit(server.change(command.changes), command.fate)
        break
      case 'send own reply':
        this.sendOwnReply(text, command.fate)
        break
      case 'send own edit':
        this.sendOwnEdit(this.numberOf(command.which), text, command.fate)
        break
      case 'deliver':
        this.deliver(this.wire.splice(0, command.count))
        this.wire.push(...this.late.splice(0, 1))
        break
      case 'open page':
        void loadThreadPage(forum, THREAD_ID, Math.min(command.page, server.thread().totalPages))
        break
      case 'catch up':
        void catchUp(forum, THREAD_ID)
        break
      case 'answer':
        this.unanswered.splice(command.which % Math.max(1, this.unanswered.length), 1)[0]?.()
    }
    await settle()
    this.expectNothingGoesBack()
  }

  /** Delivers everything in transit, and lets the page catch up as the live connection does. */
  async calmDown(): Promise<void> {
    this.deliver([...this.wire, ...this.late])
    await this.respondToAll()
    for (let round = 0; round < 20; round += 1) {
      void catchUp(this.forum, THREAD_ID)
      await this.respondToAll()
      if (!this.state.logs[THREAD_ID]?.isBehind) break
    }
    await this.respondToAll()
  }

  get state(): Readonly<ThreadCopy> {
    return this.forum.read(threadCopySlice)
  }

  /** The first two posts and the last two. */
  private numberOf(which: number): number {
    const { lastNumber } = this.server
    return Math.max(1, Math.min(lastNumber, which < 2 ? which + 1 : lastNumber + 2 - which))
  }

  private emit(message: ThreadEvent | null, fate: string): void {
    if (!message || fate === 'is lost') return
    if (fate === 'comes late') this.late.push(message)
    else this.wire.push(message)
    if (fate === 'comes twice') this.late.push(message)
  }

  private deliver(messages: ThreadEvent[]): void {
    if (messages.length > 0) this.forum.receive(messages)
  }

  private sendOwnReply(content: string, fate: string): void {
    const { forum, server } = this
    const place = replyPlace(forum.read, THREAD_ID)
    if (forum.read(submissionsSlice)[place]) return
    forum.update((write) => {
      write(submissionsSlice)[place] = { status: 'sending', error: null, about: null }
    })
    this.emit(server.reply(ME, content), fate)
    const post = { ...server.post(server.lastNumber)!, likedByMe: false, viewer: null }
    this.unanswered.push(() => {
      forum.update((write) => {
        write(submissionsSlice)[place] = null
        applyReturnedPost(write, post, undefined)
        applyHeldEvents(write, THREAD_ID)
      })
    })
  }

  private sendOwnEdit(number: number, content: string, fate: string): void {
    const before = this.state.posts[100 + number]?.seq
    this.emit(this.server.edit(number, content, ME), fate)
    const post = this.server.post(number)
    if (!post || post.isDeleted) return
    this.unanswered.push(() => {
      this.forum.update((write) => {
        applyReturnedPost(write, { ...post, likedByMe: false, viewer: null }, before)
      })
    })
  }

  private async respondToAll(): Promise<void> {
    while (this.unanswered.length > 0) {
      for (const response of this.unanswered.splice(0)) response()
      await settle()
    }
  }

  /** Entities carry versions: an older one is never shown after a newer one. */
  private expectNothingGoesBack(): void {
    const older: number[] = []
    for (const { id, number, version } of Object.values(this.state.posts)) {
      if (version < (this.versions.get(id) ?? 0)) older.push(number)
      this.versions.set(id, version)
    }
    expect(older).toEqual([])
    const seq = this.state.threads[THREAD_ID]?.seq ?? 0
    expect(seq).toBeGreaterThanOrEqual(this.threadSeq)
    this.threadSeq = seq
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
}

/** The visible part of a thread, without the bookkeeping of the copy itself. */
function shown(state: Readonly<ThreadCopy>, page: number) {
  const { first, last } = numbersOfPage(page)
  const postIds = state.logs[THREAD_ID]?.postIds ?? {}
  const ids = [postIds[1], ...Array.from({ length: last - first + 1 }, (_, index) => postIds[first + index])]
  const posts = ids.flatMap((id) => {
    const post = id === undefined ? undefined : state.posts[id]
    return post ? [{ ...post, seq: 0 }] : []
  })
  // Only lists show the excerpt, not the thread's page.
  return { thread: { ...state.threads[THREAD_ID], content: '' }, posts }
}

async function freshlyFetched(server: ModelServer, page: number): Promise<Readonly<ThreadCopy>> {
  const call = (async () => server.readPage(page)) as unknown as Call
  const forum = aForum(call)
  await loadThreadPage(forum, THREAD_ID, page)
  return forum.read(threadCopySlice)
}

/** Random runs that once found a bug. */
const ONCE_WRONG: [number, number, Command[]][] = [
  // A late response once restored a quote of a post that had been edited meanwhile.
  [
    0,
    2,
    [
      { does: 'reply', quotes: 0, fate: 'arrives' },
      { does: 'catch up' },
      { does: 'edit', which: 0, fate: 'arrives' },
      { does: 'catch up' },
    ],
  ],
  // A late response to the member's own reply once restored a post that had been deleted meanwhile.
  [
    0,
    2,
    [
      { does: 'send own reply', fate: 'arrives' },
      { does: 'open page', page: 1 },
      { does: 'answer', which: 1 },
      { does: 'remove', which: 1, fate: 'arrives' },
      { does: 'answer', which: 3 },
      { does: 'reply', quotes: null, fate: 'arrives' },
    ],
  ],
]

describe('the page’s copy of a thread', () => {
  it('equals a fresh fetch after lost, repeated, reordered and late events and overtaking reads', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 3, 19, 24, 42),
        fc.constantFrom(2, 200),
        fc.array(command, { minLength: 1, maxLength: 70 }),
        async (replies, changesMax, commands) => {
          const world = new World(replies, changesMax)
          await world.do({ does: 'open page', page: 2 })
          await world.do({ does: 'answer', which: 0 })
          await world.do({ does: 'answer', which: 0 })
          for (const one of commands) await world.do(one)
          await world.calmDown()

          const { pages, isBehind, seq } = world.state.logs[THREAD_ID]!
          expect(isBehind).toBe(false)
          expect(seq).toBe(world.server.seq)
          expect(pages.length).toBeGreaterThan(0)
          for (const page of pages) {
            const fresh = await freshlyFetched(world.server, page)
            expect(shown(world.state, page)).toEqual(shown(fresh, page))
          }
        },
      ),
      { numRuns: 300, examples: ONCE_WRONG },
    )
  }, 120_000)
})
