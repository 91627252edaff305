import { HOUR_MS } from '@forum/shared/clock'
import { mentions } from '@forum/shared/markup'
import { ALL_RIGHTS, type Actor } from '@forum/shared/policies'
import {
  createApi,
  DEFAULT_ANNOUNCEMENT,
  DEFAULT_CATEGORIES,
  DRAWN_SEAL,
  deleteEvent,
  editEvent,
  EMPTY_BOARD,
  likeEvent,
  replyEvent,
  threadChangeEvent,
  newThreadEvent,
  underLease,
  UNCHANGED_SETTINGS,
  type ApiDeps,
  type BoardDoc,
  type ChangeContext,
  type ForumApi,
  type StoredIdentity,
  type ThreadDraft,
  type ThreadHistory,
} from '@forum/http-api'
import {
  seedAccounts,
  seedBoards,
  seedMessages,
  seedThreads,
  type SeedReply,
  type SeedThread,
  type Username,
} from '../../seed'

/** The public password of the demo accounts. */
export const DEMO_PASSWORD = 'Forum#2025'

/** The demo has notifications for this recent period; its members have read all but the newest ones. */
const NOTIFIED_HOURS = 10 * 24
const NOTIFICATIONS_READ_HOURS_AGO = 3

/**
 * Fills an empty database with the board tree or with the whole demo community. Threads come with their logs,
 * made by the functions that also serve members, so that the seed contains only histories that could have happened.
 *
 * @returns false if the database was not empty and nothing was done
 */
export async function seed(
  kind: 'demo' | 'boards',
  deps: SeedDeps,
  say: (text: string) => void,
): Promise<boolean> {
  const api = createApi({ ...deps, bus: null, redis: null })
  try {
    return await underLease(api.db, deps.clock, 'seed', async () => {
      if (await wasInterrupted(api)) await clear(api)
      else if ((await api.db.boards.findOne({})) !== null) return false
      await api.db.migrations.insertOne({ ...MARK, name: 'seeding', appliedAt: deps.clock.now() })
      if (kind === 'demo') await new DemoSeed(api, deps, say).run()
      else {
        await insertIdentity(api, IDENTITY)
        await insertBoards(api, new Map())
      }
      await api.db.migrations.updateOne(MARK, { $set: { name: `seeded with ${kind}` } })
      return true
    })
  } finally {
    await api.stop()
  }
}

/**
 * A record in the migrations collection: the content with which the database was first filled, and whether that
 * finished.
 */
const MARK = { _id: 0 }

const wasInterrupted = async (api: ForumApi) =>
  (await api.db.migrations.findOne({ ...MARK, name: 'seeding' })) !== null

/** Deletes what an interrupted seed has written. Nothing else can have written to the database yet. */
async function clear(api: ForumApi): Promise<void> {
  for (const model of Object.values(api.db)) if (model !== api.db.leases) await model.deleteMany({})
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
    ...EMPTY_BOARD,
  }))
  await api.db.categories.insertOne({ _id: 'current', categories: DEFAULT_CATEGORIES, revision: 1 })
  await api.db.boards.insertMany(boards)
  await api.services.ids.skipPast('boards', Math.max(...seedBoards.map((board) => board.id)))
}

/** The identity of the site with the default tree, where board 3 takes feedback. */
const IDENTITY: StoredIdentity = { seal: DRAWN_SEAL, feedbackBoardId: 3 }
const DEMO_IDENTITY: StoredIdentity = {
  ...IDENTITY,
  description: '移民签证、求职找工、投资理财、家庭生活，随时看看大家在聊什么。',
}

async function insertIdentity(api: ForumApi, identity: StoredIdentity): Promise<void> {
  await api.db.announcements.insertOne({
    _id: 'current',
    text: DEFAULT_ANNOUNCEMENT,
    until: null,
    updatedAt: new Date(0),
    updatedBy: 0,
  })
  await api.db.siteSettings.insertOne({ _id: 'current', ...UNCHANGED_SETTINGS, revision: 1, identity })
}

/** Something that happens in a thread of the demo, and when. */
interface Moment {
  hoursAgo: number
  username: Username
  /** The change it makes to the thread in its state at that time. */
  event(context: ChangeContext): ThreadDraft | null
}

type SeedDeps = Omit<ApiDeps, 'bus' | 'redis'>

class DemoSeed {
  private readonly accounts = new Map<Username, number>()
  private readonly now: Date
  private readonly reports: { postId: number; by: Username; reason: string }[] = []

  constructor(
    private readonly api: ForumApi,
    deps: SeedDeps,
    private readonly say: (text: string) => void,
  ) {
    this.now = deps.clock.now()
  }

  async run(): Promise<void> {
    this.say('正在写入演示内容…')
    let passwordHash: string | undefined
    for (const account of seedAccounts) {
      const joinedAt = new Date(this.now.getTime() - account.joinedDaysAgo * 24 * HOUR_MS)
      const member = await this.api.services.auth.createMember(
        { ...account, password: DEMO_PASSWORD, passwordHash },
        joinedAt,
      )
      ;({ passwordHash } = member)
      this.accounts.set(account.username, member._id)
    }
    await insertIdentity(this.api, DEMO_IDENTITY)
    await insertBoards(this.api, this.accounts)
    const histories = []
    for (const thread of [...seedThreads].sort((a, b) => b.hoursAgo - a.hoursAgo)) {
      histories.push(await this.history(thread))
    }
    await this.api.load.save(histories)
    await this.api.load.notifications(histories, {
      since: this.ago(NOTIFIED_HOURS),
      readUntil: this.ago(NOTIFICATIONS_READ_HOURS_AGO),
    })
    await this.writeMessages()
    await this.reportPosts()
  }

  private async writeMessages(): Promise<void> {
    const { ids } = this.api.services
    const messageIds: number[] = []
    for (const _ of seedMessages) messageIds.push(await ids.next('messages'))
    await this.api.load.messages(
      seedMessages.map(({ from, to, subject, content, hoursAgo, readHoursAgo, replyTo }, i) => ({
        _id: messageIds[i] ?? 0,
        senderId: this.id(from),
        recipientId: this.id(to),
        subject,
        content,
        parentId: replyTo === undefined ? null : (messageIds[replyTo] ?? null),
        createdAt: this.ago(hoursAgo),
        readAt: readHoursAgo === undefined ? null : this.ago(readHoursAgo),
      })),
    )
  }

  private async reportPosts(): Promise<void> {
    for (const { postId, by, reason } of this.reports) {
      const actor: Actor = {
        id: this.id(by),
        role: 'user',
        moderatedBoardIds: [],
        isMuted: false,
        boards: ALL_RIGHTS,
      }
      await this.api.services.reports.report({ actor }, postId, reason)
    }
  }

  private ago(hours: number): Date {
    return new Date(this.now.getTime() - hours * HOUR_MS)
  }

  /** The members whom a text mentions. */
  private mentionsIn(content: string): { id: number; username: string }[] {
    return mentions(content).flatMap((name) => {
      const account = seedAccounts.find(({ username }) => username === name)
      return account ? [{ id: this.id(account.username), username: account.username }] : []
    })
  }

  private id(username: Username): number {
    const id = this.accounts.get(username)
    if (id === undefined) throw new Error(`no such demo account: ${username}`)
    return id
  }

  private async history(of: SeedThread): Promise<ThreadHistory> {
    const { ids } = this.api.services
    const history = this.api.load.history(await ids.next('threads'))
    const postIds: number[] = []
    for (let number = 1; number <= of.replies.length + 1; number++) postIds.push(await ids.next('posts'))
    for (const [index, { report }] of of.replies.entries()) {
      if (report) this.reports.push({ postId: postIds[index + 1] ?? 0, ...report })
    }
    for (const moment of this.moments(of, history, postIds).sort((a, b) => b.hoursAgo - a.hoursAgo)) {
      const at = this.ago(moment.hoursAgo)
      history.add(moment.event(history.context(this.id(moment.username), at)))
    }
    if (history.folded.thread) history.folded.thread.viewCount = of.views
    return history
  }

  /**
   * Returns everything that happens in a thread, in no particular order. `postIds` are in the order of post numbers.
   */
  private moments(of: SeedThread, history: ThreadHistory, postIds: readonly number[]): Moment[] {
    const { threadId } = history
    const postId = (number: number) => postIds[number - 1] ?? 0
    const thread = () => {
      if (!history.folded.thread) throw new Error(`${of.title}: something happens before the opening post`)
      return history.folded.thread
    }
    const post = (number: number) => {
      const found = history.folded.posts.get(postId(number))
      if (!found) throw new Error(`${of.title}: post ${number} does not exist yet`)
      return found
    }
    const edit = (number: number, by: Username, hoursAgo?: number, content?: string): Moment[] =>
      hoursAgo === undefined || content === undefined
        ? []
        : [
            {
              hoursAgo,
              username: by,
              event: (context) =>
                editEvent(context, thread(), post(number), { content, mentions: this.mentionsIn(content) }),
            },
          ]

    const byAdmin = (
      kind: 'thread.pinned' | 'thread.locked' | 'thread.featured',
      changes: { isPinned: true } | { isLocked: true } | { isFeatured: true },
    ): Moment => ({
      hoursAgo: afterwards,
      username: 'admin',
      event: (context) => threadChangeEvent(context, thread(), kind, changes),
    })
    const { title, content, board: boardId } = of
    // Slightly after the last post, so that a thread is locked only after all of its replies.
    const afterwards = (of.replies.at(-1)?.hoursAgo ?? of.hoursAgo) * 0.9
    return [
      {
        hoursAgo: of.hoursAgo,
        username: of.author,
        event: (context) =>
          newThreadEvent(context, {
            threadId,
            postId: postId(1),
            boardId,
            title,
            content,
            mentions: this.mentionsIn(content),
          }),
      },
      ...edit(1, of.author, of.editedHoursAgo, of.editedContent),
      ...of.replies.flatMap((reply, index): Moment[] => {
        const number = index + 2
        const quotedPostId = reply.quote === undefined ? null : postId(reply.quote)
        return [
          {
            hoursAgo: reply.hoursAgo,
            username: reply.author,
            event: (context) =>
              replyEvent(context, thread(), {
                postId: postId(number),
                content: reply.content,
                quotedPostId,
                mentions: this.mentionsIn(reply.content),
              }),
          },
          ...edit(number, reply.author, reply.editedHoursAgo, reply.editedContent),
          ...this.deletion(of, reply, index, (context) => {
            const deleted = post(number)
            const remaining = [...history.folded.posts.values()].filter((other) => !other.isDeleted)
            const newest = remaining.at(-1)?._id === deleted._id ? (remaining.at(-2) ?? null) : null
            return deleteEvent(context, thread(), deleted, newest)
          }),
        ]
      }),
      ...(of.pinned ? [byAdmin('thread.pinned', { isPinned: true })] : []),
      ...(of.featured ? [byAdmin('thread.featured', { isFeatured: true })] : []),
      ...(of.locked ? [byAdmin('thread.locked', { isLocked: true })] : []),
      ...this.likers(of).map((username) => ({
        hoursAgo: afterwards,
        username,
        event: (context: ChangeContext) => likeEvent(context, thread(), post(1), true),
      })),
    ]
  }

  /** Deletes a reply halfway between its own time and that of the next reply. */
  private deletion(of: SeedThread, reply: SeedReply, index: number, event: Moment['event']): Moment[] {
    if (!reply.deletedBy) return []
    const username = reply.deletedBy === 'author' ? reply.author : 'banzhu1'
    const following = of.replies[index + 1]?.hoursAgo ?? 0
    return [{ hoursAgo: (reply.hoursAgo + following) / 2, username, event }]
  }

  /** Returns the members who like the opening post: more members for a livelier thread, and always the same ones. */
  private likers(of: SeedThread): Username[] {
    const others = seedAccounts.map((account) => account.username).filter((name) => name !== of.author)
    const start = of.title.length % others.length
    const count = Math.min(others.length - 1, Math.floor(of.replies.length / 4))
    return Array.from({ length: count }, (_, i) => others[(start + i) % others.length]).flatMap(
      (name) => name ?? [],
    )
  }
}
