import { systemClock } from '@forum/shared/clock'
import {
  connect,
  createApi,
  likeEvent,
  openFileStore,
  prepareDatabase,
  replyEvent,
  newThreadEvent,
  type ApiDeps,
  type ForumApi,
  type PastMember,
} from '@forum/http-api'
import os from 'node:os'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { seed } from '../src/seed'

/** The only place where the bench uses the API in its own process, so that a change of its entry affects only this file. */

export interface FilledPost {
  authorId: number
  content: string
  at: Date
  likedBy: readonly number[]
}

export interface FilledThread {
  /** The id that the thread gets, and that of its opening post, which the replies' ids follow; any if left out. */
  ids?: { threadId: number; firstPostId: number }
  boardId: number
  title: string
  views: number
  /** Includes the opening post, which comes first. */
  posts: readonly FilledPost[]
}

/** The ids of a loaded thread and its posts. */
export interface Placed {
  threadId: number
  postIds: number[]
}

const THREADS_AT_ONCE = 100
const POSTS_AT_ONCE = 500
const MEMBERS_AT_ONCE = 1_000
const JOINED_AT = new Date('2020-01-01T00:00:00Z')

const pastMember = (id: number): PastMember => ({
  id,
  username: `bench${id}`,
  displayName: '',
  signInName: null,
  email: null,
  password: null,
  role: 'user',
  status: 'active',
  bannedUntil: null,
  banReason: null,
  mutedUntil: null,
  signature: '',
  joinedAt: JOINED_AT,
  lastLoginAt: null,
})

export type Loader = Awaited<ReturnType<typeof openLoader>>

/** Opens an API in this process on a database. */
export async function openApi(
  uri: string,
  tokenSecret: string,
  options: Parameters<typeof connect>[1] = {},
): Promise<{
  api: ForumApi
  connection: Awaited<ReturnType<typeof connect>>
  deps: Omit<ApiDeps, 'bus' | 'redis' | 'registry'>
}> {
  const connection = await connect(uri, options)
  const deps = {
    connection,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    // The filled threads bring no files.
    files: openFileStore({ dataDir: os.tmpdir(), s3Url: undefined }),
    config: {
      siteName: 'bench',
      siteUrl: () => 'https://forum.example',
      siteTimeZone: 'America/New_York',
      tokenSecret,
      gatewaySecret: 'no gateway speaks to a loader',
      rateLimits: false,
      addressDays: 90,
      corsOrigins: [],
      trustProxy: 0,
      metricsToken: undefined,
      demoPassword: undefined,
      checkResponses: false,
    },
  }
  const api = createApi({ ...deps, bus: null, redis: null, registry: new Registry() })
  return { api, connection, deps }
}

/** Opens a database for filling, with its indexes and board tree. */
export async function openLoader(uri: string, tokenSecret: string) {
  await prepareDatabase(uri, systemClock, () => undefined)
  // Counting and indexing millions of posts takes longer than a request may wait.
  const { api, connection, deps } = await openApi(uri, tokenSecret, { socketTimeoutMS: 0 })
  await api.start()
  await seed('boards', { ...deps, registry: new Registry() }, () => undefined)
  const { auth, ids, sessions } = api.services
  const { imports } = api.load

  /** @param postIdOf the ids of posts that were reserved before */
  async function build(threads: readonly FilledThread[], postIdOf?: ReadonlyMap<FilledPost, number>) {
    const placed: Placed[] = []
    const histories: ReturnType<typeof api.load.history>[] = []
    for (const thread of threads) {
      const threadId = thread.ids?.threadId ?? (await ids.next('threads'))
      const history = api.load.history(threadId)
      const { folded } = history
      const postIds: number[] = []
      for (const [i, post] of thread.posts.entries()) {
        const { authorId, content, at, likedBy } = post
        const postId = thread.ids
          ? thread.ids.firstPostId + i
          : (postIdOf?.get(post) ?? (await ids.next('posts')))
        const context = history.context(authorId, at)
        history.add(
          folded.thread
            ? replyEvent(context, folded.thread, { postId, content, quotedPostId: null })
            : newThreadEvent(context, { ...thread, threadId, postId, content }),
        )
        for (const memberId of likedBy) {
          const liked = folded.posts.get(postId)
          if (liked && folded.thread) {
            history.add(likeEvent(history.context(memberId, at), folded.thread, liked, true))
          }
        }
        postIds.push(postId)
      }
      if (history.folded.thread) history.folded.thread.viewCount = thread.views
      placed.push({ threadId, postIds })
      histories.push(history)
    }
    return { placed, histories }
  }

  return {
    /** All members share one password: hashing thousands would take minutes. */
    async members(count: number): Promise<number[]> {
      const first = await auth.createMember({
        username: 'bench1',
        email: 'bench1@example.com',
        password: 'Bench#2025',
        role: 'user',
        signature: '',
      })
      const others = []
      for (let i = 2; i <= count; i++) {
        const username = `bench${i}`
        const email = `${username}@example.com`
        const names = { username, usernameLower: username, email, emailLower: email }
        others.push({ ...first, _id: await ids.next('users'), ...names })
      }
      await api.db.members.insertMany(others)
      return [first._id, ...others.map(({ _id }) => _id)]
    },
    session: (memberId: number): Promise<string> => sessions.open(memberId, 'bench'),
    async save(threads: readonly FilledThread[]): Promise<Placed[]> {
      const { placed, histories } = await build(threads)
      await api.load.save(histories)
      return placed
    },
    /** Saves threads without counting them anywhere, which takes little memory and time. */
    async saveUncounted(threads: readonly FilledThread[]): Promise<Placed[]> {
      const all: Placed[] = []
      // As in a forum that has grown, a later post has a higher id.
      const postIdOf = new Map<FilledPost, number>()
      const written = threads.flatMap(({ posts }) => posts)
      for (const post of written.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
        postIdOf.set(post, await ids.next('posts'))
      }
      for (let i = 0; i < threads.length; i += THREADS_AT_ONCE) {
        const { placed, histories } = await build(threads.slice(i, i + THREADS_AT_ONCE), postIdOf)
        const posts = histories.flatMap(({ folded }) => [...folded.posts.values()])
        for (let k = 0; k < posts.length; k += POSTS_AT_ONCE) {
          await api.db.posts.insertMany(posts.slice(k, k + POSTS_AT_ONCE))
        }
        await api.db.threads.insertMany(histories.flatMap(({ folded }) => folded.thread ?? []))
        all.push(...placed)
      }
      return all
    },
    /** Creates members with ids from 1, of whom an interrupted run may have created some. Only a session signs them in. */
    async numberedMembers(count: number): Promise<void> {
      for (let first = 1; first <= count; first += MEMBERS_AT_ONCE) {
        const size = Math.min(MEMBERS_AT_ONCE, count - first + 1)
        await imports.members(Array.from({ length: size }, (_, i) => pastMember(first + i)))
      }
    },
    /** Saves threads that have ids, unless an interrupted run has. Nothing is counted before `finish`. */
    async saveNumbered(threads: readonly (FilledThread & Required<Pick<FilledThread, 'ids'>>)[]) {
      const saved = await imports.loadedThreads(threads.map((thread) => thread.ids.threadId))
      const { histories } = await build(threads.filter((thread) => !saved.has(thread.ids.threadId)))
      await imports.threads(histories)
    },
    /** Counts and derives everything, as after an import. */
    async finish(say: (step: string) => void): Promise<void> {
      await api.finishRestore(say)
      await imports.finish('bench')
    },
    buildSearchIndex: () => api.search.rebuild(() => undefined),
    async close(): Promise<void> {
      await api.stop()
      await connection.close()
    },
  }
}
