import type { Post } from '@forum/shared/contract'
import { catchUp, loadThreadPage, threadCopySlice, type ForumEvent } from '@forum/web/store'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'
import { openStore, shownThread } from '../fixtures/visitor-copy'

/**
 * State plus events equals state: whatever happens to the events on their way, the page's copy of a thread equals a
 * fresh read of the real API once it has caught up. The events are those that the API published.
 */

const fate = fc.constantFrom('arrives', 'arrives', 'arrives', 'is lost', 'arrives twice', 'arrives late')
const person = fc.constantFrom('xiaoli', 'laowang', 'banzhu')
const which = fc.nat(3)

const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('reply' as const), person, quotes: fc.option(which), fate }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom('edit' as const, 'delete' as const, 'restore' as const, 'like' as const),
      person,
      which,
      fate,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'pin' as const,
        'unpin' as const,
        'lock' as const,
        'unlock' as const,
        'rename' as const,
        'move' as const,
        'delete the thread' as const,
        'restore the thread' as const,
      ),
      fate,
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('deliver' as const), count: fc.nat(4) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('open page' as const), page: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('catch up' as const) }) },
)
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never

const BOARDS = [3, 4]

let forum: TestForum
let people: Record<'xiaoli' | 'laowang' | 'banzhu', TestMember>

beforeAll(async () => {
  const { forum: started, ...members } = await startPeopledForum()
  forum = started
  people = members
})
afterAll(() => forum.stop())

/** A page that reads one thread, while the test controls the delivery of its events. */
class Reader {
  readonly store = openStore(forum)
  private wire: ForumEvent[] = []
  private late: ForumEvent[] = []
  private texts = 0
  private seq = 1

  constructor(readonly threadId: number) {}

  get log() {
    return this.store.read(threadCopySlice).logs[this.threadId]
  }

  async run(command: Command): Promise<void> {
    switch (command.does) {
      case 'deliver':
        this.store.receive(this.wire.splice(0, command.count))
        this.wire.push(...this.late.splice(0, 1))
        break
      case 'open page':
        await loadThreadPage(this.store, this.threadId, command.page)
        break
      case 'catch up':
        await catchUp(this.store, this.threadId)
        break
      default:
        await this.change(command)
    }
  }

  /** Everything in transit arrives, and the page catches up as the live connection would make it. */
  async settle(): Promise<void> {
    await this.change({ does: 'restore the thread', fate: 'arrives' })
    this.store.receive([...this.wire, ...this.late])
    await catchUp(this.store, this.threadId)
    for (let round = 0; round < 20 && this.log?.isBehind; round++) await catchUp(this.store, this.threadId)
  }

  /** Changes the thread over the API; a refused change has no effect. */
  private async change(
    command: Exclude<Command, { does: 'deliver' | 'open page' | 'catch up' }>,
  ): Promise<void> {
    const { request, bus } = forum
    const sentBefore = bus.sent.length
    const as = 'person' in command ? people[command.person] : people.banzhu
    const content = `第 ${(this.texts += 1)} 句`
    const thread = `/api/threads/${this.threadId}`
    const posts = await this.posts()
    const post = 'which' in command ? posts[command.which % posts.length] : undefined
    switch (command.does) {
      case 'reply': {
        const quoted = command.quotes === null ? null : (posts[command.quotes % posts.length]?.id ?? null)
        const body = { threadId: this.threadId, content, quotedPostId: quoted }
        await request.post('/api/posts').set(as.headers).send(body)
        break
      }
      case 'edit':
        await request.put(`/api/posts/${post?.id}`).set(as.headers).send({ content, version: post?.version })
        break
      case 'delete':
        await request.delete(`/api/posts/${post?.id}`).set(as.headers)
        break
      case 'restore':
        await request.post(`/api/posts/${post?.id}/restore`).set(as.headers)
        break
      case 'like':
        await request.post(`/api/posts/${post?.id}/like`).set(as.headers).send({ liked: true })
        break
      case 'pin':
      case 'unpin':
        await request
          .put(`${thread}/pin`)
          .set(as.headers)
          .send({ pinned: command.does === 'pin' })
        break
      case 'lock':
      case 'unlock':
        await request
          .put(`${thread}/lock`)
          .set(as.headers)
          .send({ locked: command.does === 'lock' })
        break
      case 'rename':
        await request
          .put(thread)
          .set(people.xiaoli.headers)
          .send({ title: content, version: posts[0]?.version })
        break
      case 'move': {
        const boardId = BOARDS[this.texts % BOARDS.length]
        await request.post(`${thread}/move`).set(as.headers).send({ boardId })
        break
      }
      case 'delete the thread':
        await request.delete(thread).set(as.headers)
        break
      case 'restore the thread':
        await request.post(`${thread}/restore`).set(as.headers)
    }
    const { body } = await request.get(thread).set(people.banzhu.headers).expect(200)
    const { seq } = (body as { thread: { seq: number } }).thread
    if (seq === this.seq) return
    this.seq = seq
    await vi.waitFor(() => {
      const published = bus.sent.map(({ message }) =>
        'seq' in message ? [message.threadId, message.seq] : [],
      )
      expect(published).toContainEqual([this.threadId, seq])
    }, 20_000)
    for (const { message } of bus.sent.slice(sentBefore)) this.put(message, command.fate)
  }

  /** Returns the opening post and the first replies as the server presents them to a moderator. */
  private async posts(): Promise<Post[]> {
    const { body } = await forum.request
      .get(`/api/threads/${this.threadId}`)
      .set(people.banzhu.headers)
      .expect(200)
    const { thread, posts } = body as { thread: { openingPost: Post }; posts: Post[] }
    return [thread.openingPost, ...posts]
  }

  private put(event: ForumEvent, how: string): void {
    if (how === 'is lost') return
    if (how === 'arrives late') this.late.push(event)
    else this.wire.push(event)
    if (how === 'arrives twice') this.late.push(event)
  }
}

it('equals a fresh read of the API after lost, repeated, reordered and late events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40 }), async (commands) => {
      const { id } = await forum.thread(people.xiaoli)
      const reader = new Reader(id)
      await loadThreadPage(reader.store, id, 1)
      for (const one of commands) await reader.run(one)
      await reader.settle()

      const fresh = openStore(forum)
      await loadThreadPage(fresh, id, 1)
      const { pages, isBehind, seq } = reader.log ?? {}
      expect({ isBehind, seq }).toEqual({ isBehind: false, seq: fresh.read(threadCopySlice).logs[id]?.seq })
      expect(pages).toContain(1)
      expect(Object.keys(fresh.read(threadCopySlice).posts).length).toBeGreaterThan(0)
      for (let page = 2; page <= (fresh.read(threadCopySlice).threads[id]?.totalPages ?? 1); page++) {
        await loadThreadPage(fresh, id, page)
        await loadThreadPage(reader.store, id, page)
      }
      expect(shownThread(reader.store, id)).toEqual(shownThread(fresh, id))
    }),
    { numRuns: 4 * inject('seeds') },
  )
})
