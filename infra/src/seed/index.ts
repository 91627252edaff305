import type { Clock } from '@forum/shared/clock'
import { createApi, underLease, type ApiDeps, type BoardDoc, type ForumApi } from '@forum/http-api'
import {
  seedAccounts,
  seedBoards,
  seedThreads,
  type SeedReply,
  type SeedThread,
  type Username,
} from '../../seed'

/** The public password of the demo accounts (contract §8). */
export const DEMO_PASSWORD = 'Forum#2025'

const HOUR_MS = 60 * 60 * 1_000

/** A clock that stands where it is put: the demo content was written at its own times. */
class SetClock implements Clock {
  private at = new Date(0)

  set(at: Date): void {
    this.at = at
  }

  now(): Date {
    return this.at
  }
}

/** Threads are independent of each other, so several are written at a time, each lane with its own clock. */
const LANES = 6

type Viewer = Parameters<ForumApi['services']['posts']['create']>[0]

/**
 * Fills an empty database: with the board tree, or with the whole demo community. Everything is written
 * through the services that serve the members, so what is seeded is what could have happened.
 *
 * @returns false where there was something already and nothing was done
 */
export async function seed(
  kind: 'demo' | 'boards',
  deps: SeedDeps,
  say: (text: string) => void,
): Promise<boolean> {
  const api = createApi({ ...deps, publisher: null, redis: null })
  try {
    return await underLease(api.db, deps.clock, 'seed', async () => {
      if (await wasInterrupted(api)) await empty(api)
      else if ((await api.db.boards.estimatedDocumentCount()) > 0) return false
      await api.db.migrations.create({ ...MARK, name: 'seeding', appliedAt: deps.clock.now() })
      if (kind === 'demo') await new DemoSeed(api, deps, say).run()
      else await insertBoards(api, new Map())
      await api.db.migrations.updateOne(MARK, { $set: { name: `seeded with ${kind}` } })
      return true
    })
  } finally {
    await api.stop()
  }
}

/** Stands beside the migrations: what the database was first filled with, and whether that was finished. */
const MARK = { _id: 0 }

const wasInterrupted = async (api: ForumApi) =>
  (await api.db.migrations.exists({ ...MARK, name: 'seeding' })) !== null

/** Half a demo is worth nothing, and nobody but the seed can have written to it. */
async function empty(api: ForumApi): Promise<void> {
  for (const model of Object.values(api.db))
    if (model !== api.db.leases) await model.collection.deleteMany({})
}

async function insertBoards(api: ForumApi, moderators: ReadonlyMap<string, number>): Promise<void> {
  const boards = seedBoards.map((board, position): BoardDoc => ({
    _id: board.id,
    parentId: board.parentId,
    name: board.name,
    nameZh: board.nameZh,
    description: board.description,
    descriptionZh: board.descriptionZh,
    category: board.category,
    position,
    postRole: board.postRole ?? 'user',
    moderatorIds: (board.moderators ?? []).flatMap((username) => moderators.get(username) ?? []),
    threadCount: 0,
    postCount: 0,
    days: {},
    lastThreadId: null,
    lastPostAt: null,
    revision: 0,
    epoch: 0,
  }))
  await api.db.boards.insertMany(boards)
  await api.services.ids.skipPast('boards', Math.max(...seedBoards.map((board) => board.id)))
}

/** A seeded thread on its way: what is known of it so far. */
interface Progress {
  of: SeedThread
  id: number
  openingPostId: number
  postIds: number[]
}

/** One thing that happened in the demo community, at its hour. */
interface Moment {
  hoursAgo: number
  happen(): Promise<void>
}

type SeedDeps = Omit<ApiDeps, 'publisher' | 'redis'>

class DemoSeed {
  private readonly viewers = new Map<Username, Viewer>()
  private readonly now: Date

  constructor(
    private readonly api: ForumApi,
    private readonly deps: SeedDeps,
    private readonly say: (text: string) => void,
  ) {
    this.now = deps.clock.now()
  }

  async run(): Promise<void> {
    await this.accounts()
    await insertBoards(
      this.api,
      new Map([...this.viewers].map(([name, viewer]) => [name, viewer.member._id])),
    )
    const waiting = [...seedThreads].sort((a, b) => b.replies.length - a.replies.length)
    const lanes = Array.from({ length: LANES }, async () => {
      const clock = new SetClock()
      const api = createApi({ ...this.deps, clock, publisher: null, redis: null, registry: new Registry() })
      for (let thread = waiting.shift(); thread; thread = waiting.shift()) {
        await this.write(thread, api, clock)
        const done = seedThreads.length - waiting.length
        if (done % 10 === 0) this.say(`正在写入演示内容 ${Math.round((done / seedThreads.length) * 100)}%`)
      }
      await api.stop()
    })
    await Promise.all(lanes)
  }

  /** Everything in a thread in the order in which it happened. */
  private async write(thread: SeedThread, api: ForumApi, clock: SetClock): Promise<void> {
    const moments = this.momentsOf(thread, api).sort((a, b) => b.hoursAgo - a.hoursAgo)
    for (const moment of moments) {
      clock.set(new Date(this.now.getTime() - moment.hoursAgo * HOUR_MS))
      await moment.happen()
    }
  }

  private async accounts(): Promise<void> {
    const { auth } = this.api.services
    for (const account of seedAccounts) {
      const joinedAt = new Date(this.now.getTime() - account.joinedDaysAgo * 24 * HOUR_MS)
      const member = await auth.createMember({ ...account, password: DEMO_PASSWORD }, joinedAt)
      const moderated = seedBoards.filter((board) => board.moderators?.includes(account.username))
      this.viewers.set(account.username, {
        sessionId: 0,
        expiresAt: this.now,
        member,
        actor: {
          id: member._id,
          role: member.role,
          moderatedBoardIds: moderated.map((board) => board.id),
          isMuted: false,
        },
      })
    }
  }

  private viewer(username: Username): Viewer {
    const viewer = this.viewers.get(username)
    if (!viewer) throw new Error(`no such demo account: ${username}`)
    return viewer
  }

  private momentsOf(of: SeedThread, api: ForumApi): Moment[] {
    const progress: Progress = { of, id: 0, openingPostId: 0, postIds: [] }
    const { threads, posts } = api.services
    const moments: Moment[] = [
      {
        hoursAgo: of.hoursAgo,
        happen: async () => {
          progress.id = await threads.create(
            this.viewer(of.author),
            { title: of.title, content: of.content, boardId: of.board },
            undefined,
          )
          const thread = await api.db.threads.findById(progress.id).lean()
          progress.openingPostId = thread?.openingPostId ?? 0
          await api.db.threads.updateOne({ _id: progress.id }, { $set: { viewCount: of.views } })
        },
      },
      ...of.replies.flatMap((reply, index) => this.momentsOfReply(progress, reply, index, api)),
    ]
    const last = of.replies.at(-1)?.hoursAgo ?? of.hoursAgo
    if (of.editedHoursAgo !== undefined && of.editedContent !== undefined) {
      const { editedContent } = of
      moments.push({
        hoursAgo: of.editedHoursAgo,
        happen: async () => {
          await posts.edit(this.viewer(of.author), progress.openingPostId, editedContent, undefined)
        },
      })
    }
    // A little after the last post: a locked thread takes no more of them.
    const afterwards = { hoursAgo: last * 0.9 }
    if (of.pinned) {
      moments.push({ ...afterwards, happen: () => threads.pin(this.viewer('admin'), progress.id, true) })
    }
    if (of.locked) {
      moments.push({ ...afterwards, happen: () => threads.lock(this.viewer('admin'), progress.id, true) })
    }
    for (const username of this.admirers(of)) {
      moments.push({
        ...afterwards,
        happen: async () => {
          await posts.like(this.viewer(username), progress.openingPostId, true)
        },
      })
    }
    return moments
  }

  /** Who likes an opening post: more people for a livelier thread, the same ones every time. */
  private admirers(of: SeedThread): Username[] {
    const others = seedAccounts.map((account) => account.username).filter((name) => name !== of.author)
    const start = of.title.length % others.length
    const many = Math.min(others.length - 1, Math.floor(of.replies.length / 4))
    return Array.from({ length: many }, (_, i) => others[(start + i) % others.length]).flatMap(
      (name) => name ?? [],
    )
  }

  private momentsOfReply(progress: Progress, reply: SeedReply, index: number, api: ForumApi): Moment[] {
    const { posts } = api.services
    const author = this.viewer(reply.author)
    const postId = () => progress.postIds[index] ?? 0
    const moments: Moment[] = [
      {
        hoursAgo: reply.hoursAgo,
        happen: async () => {
          const quotedPostId = reply.quote === undefined ? null : (progress.postIds[reply.quote - 2] ?? null)
          const { post } = await posts.create(
            author,
            { content: reply.content, threadId: progress.id, quotedPostId },
            undefined,
          )
          progress.postIds[index] = post.id
        },
      },
    ]
    if (reply.editedHoursAgo !== undefined && reply.editedContent !== undefined) {
      const { editedContent } = reply
      moments.push({
        hoursAgo: reply.editedHoursAgo,
        happen: async () => {
          await posts.edit(author, postId(), editedContent, undefined)
        },
      })
    }
    if (reply.deletedBy) {
      const by = reply.deletedBy === 'author' ? author : this.viewer('banzhu1')
      const following = progress.of.replies[index + 1]?.hoursAgo ?? 0
      moments.push({
        hoursAgo: (reply.hoursAgo + following) / 2,
        happen: () => posts.remove(by, postId()),
      })
    }
    return moments
  }
}
