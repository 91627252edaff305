import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import type { PastMember, ThreadHistory } from '@forum/http-api'
import { OperatorError } from '../operator-error'
import { OldRights } from './access'
import { AttachmentImport } from './attachments'
import { readBoards } from './boards'
import { importFavourites } from './favourites'
import { ANONYMOUS, avatarPath, GUEST, MemberConverter, roleOf } from './members'
import { convertConversation } from './messages'
import { ImportReport } from './report'
import { DiscuzSource, number, text, title, type Row } from './source'
import type { ImportTarget } from './target'
import { convertThread, type OldThread, type ThreadContext } from './threads'
import { UsernameMaker } from './usernames'

export interface ImportOptions {
  from: string
  /** The folder of the old forum, which has `data/attachment` and `uc_server/data/avatar`. */
  files: string
  target: ImportTarget
  /** The address of this forum, for links in texts; '' if it is unknown. */
  siteUrl: string
  clock: Clock
  say: (text: string) => void
}

/** The import cannot begin; the message says why. */
export class ImportError extends OperatorError {
  override readonly name = 'ImportError'
}

/** Threads that are converted and written together. */
const THREADS_AT_ONCE = 100
/** Posts after which a batch of threads is written. */
const POSTS_AT_ONCE = 2_000
const MEMBERS_AT_ONCE = 500
/** The ends of the names of the tables of members: those who were away for long may be in an archive. */
const MEMBER_TABLES = ['', '_archive']
const SAY_INTERVAL_MS = 2_000
const POSTS_PER_PAGE = 10
/** Threads that are drafts. */
const DRAFT = -4

/** Imports a Discuz! X 3 forum; continues an import that was interrupted. Returns what was imported, and what could not be. */
export async function importDiscuz(options: ImportOptions): Promise<ImportReport> {
  const source = await DiscuzSource.open(options.from)
  try {
    return await new DiscuzImport(source, options).run()
  } finally {
    await source.close()
  }
}

class DiscuzImport {
  private readonly report = new ImportReport()
  private readonly startedAt: Date
  /** The names of imported members, by id. */
  private readonly names = new Map<number, { username: string; shown: string }>()
  private lastMemberId = 0
  /** The types of threads of imported boards, by the board. */
  private readonly typesOf = new Map<number, ReadonlySet<string>>()
  private smilies: ReadonlySet<string> = new Set()
  private guestId = 0
  private anonymousId = 0
  private saidAt = 0
  private readonly attachments: AttachmentImport

  constructor(
    private readonly source: DiscuzSource,
    private readonly options: ImportOptions,
  ) {
    this.startedAt = options.clock.now()
    const { report, startedAt } = this
    const { files, target } = options
    const authorOf = (post: Row) => this.authorOf(post)
    this.attachments = new AttachmentImport({ source, report, files, target, authorOf, startedAt })
  }

  async run(): Promise<ImportReport> {
    const { source, options, report } = this
    const { target } = options
    const done = await target.begin(Number(await source.setting('postperpage')) || POSTS_PER_PAGE)
    if (done === null) {
      throw new ImportError(
        'The forum is not empty, or the import is finished. Import into a new one, which was never started or only with SEED=none.',
      )
    }
    const codes = source.has('common_smiley')
      ? await source.query("SELECT code FROM {common_smiley} WHERE type = 'smiley'")
      : []
    this.smilies = new Set(codes.map((row) => text(row, 'code')))
    const rights = await OldRights.read(source, report)
    const boards = await readBoards(source, report, rights)
    for (const { id, types } of boards) this.typesOf.set(id, new Set(types.map(({ key }) => key)))
    await target.groups(rights.groups())
    report.add('groups of members', rights.groups().length)
    await this.members(done, rights)
    await target.boards(
      boards.map((board) => ({
        ...board,
        moderatorIds: board.moderatorIds.filter((uid) => this.names.has(uid)),
      })),
    )
    report.add('boards', boards.length)
    await this.threads(done.threads ?? 0)
    await importFavourites({ source, report, target, names: this.names }, done.favourites ?? 0)
    await this.messages(done.messages ?? 0)
    await target.finish(options.say)
    return report
  }

  private async members(done: Readonly<Record<string, number>>, rights: OldRights): Promise<void> {
    const { source, report, options } = this
    const suffixes = MEMBER_TABLES.filter((suffix) => source.has(`common_member${suffix}`))
    const usernames = new UsernameMaker()
    for (const suffix of suffixes) {
      const table = `common_member${suffix}`
      for await (const rows of source.batches(table, 'uid', 0, 'uid, username, adminid')) {
        for (const row of rows) usernames.keep(title(row, 'username'), roleOf(row) !== 'user')
      }
    }
    // All are converted again after an interruption, so that every member gets the same username.
    const { startedAt } = this
    const { siteUrl } = options
    const groupIdsOf = (row: Row) => rights.groupIdsOf(row)
    const converter = new MemberConverter({ usernames, report, startedAt, siteUrl, groupIdsOf })
    for (const suffix of suffixes) await this.membersOf(suffix, converter, done[`members${suffix}`] ?? 0)
    await this.placeholders(converter)
    options.say(`${report.countOf('members')} members`)
  }

  private async membersOf(suffix: string, converter: MemberConverter, doneUpTo: number): Promise<void> {
    const { source, report, options } = this
    const { target } = options
    const join = source.hasUcenter ? 'LEFT JOIN {uc:members} u ON u.uid = m.uid' : ''
    const columns = source.hasUcenter
      ? ', u.password AS ucpassword, u.salt AS ucsalt, u.email AS ucemail, u.secques AS ucsecques'
      : ''
    for (let last = 0; ;) {
      const rows = await source.query(
        `SELECT m.*, f.sightml, s.lastvisit${columns} FROM {common_member${suffix}} m
           LEFT JOIN {common_member_field_forum${suffix}} f ON f.uid = m.uid
           LEFT JOIN {common_member_status${suffix}} s ON s.uid = m.uid ${join}
          WHERE m.uid > ? ORDER BY m.uid LIMIT ${MEMBERS_AT_ONCE}`,
        [last],
      )
      const end = rows.at(-1)
      if (!end) return
      last = number(end, 'uid')
      // A member who is being moved between the tables is in both.
      const past = rows
        .filter((row) => !this.names.has(number(row, 'uid')))
        .map((row) => converter.member(row))
      for (const one of past) this.remember(one)
      report.add('members', past.length)
      if (last <= doneUpTo) continue
      await target.members(past)
      for (const { id } of past) await this.avatar(id)
      await target.advance(`members${suffix}`, last)
      this.progress(() => `${report.countOf('members')} members`)
    }
  }

  private remember({ id, username, displayName }: PastMember): void {
    this.names.set(id, { username, shown: displayName || username })
    this.lastMemberId = Math.max(this.lastMemberId, id)
  }

  /** Closed accounts for authors without one: those of posts whose account is gone, guests and anonymous authors. */
  private async placeholders(converter: MemberConverter): Promise<void> {
    const { source, report, options } = this
    const gone = new Map<number, string>()
    for (const table of source.parts('forum_post')) {
      const rows = await source.query(
        `SELECT p.authorid, MIN(p.author) AS author FROM {${table}} p
           LEFT JOIN {common_member} m ON m.uid = p.authorid
          WHERE p.authorid > 0 AND m.uid IS NULL GROUP BY p.authorid ORDER BY p.authorid`,
      )
      for (const row of rows) {
        const id = number(row, 'authorid')
        if (!this.names.has(id)) gone.set(id, title(row, 'author') || '已注销')
      }
    }
    const made = [...gone].map(([id, name]) => converter.placeholder(id, name))
    for (const one of made) this.remember(one)
    this.guestId = this.lastMemberId + 1
    this.anonymousId = this.lastMemberId + 2
    const others = [
      converter.placeholder(this.guestId, GUEST),
      converter.placeholder(this.anonymousId, ANONYMOUS),
    ]
    for (const one of others) this.remember(one)
    for (const name of gone.values()) report.lose('deletedAuthors', name)
    await options.target.members([...made, ...others])
  }

  private async avatar(uid: number): Promise<void> {
    const folder = path.join(this.options.files, 'uc_server/data/avatar')
    for (const size of ['big', 'middle'] as const) {
      const bytes = await readFile(path.join(folder, avatarPath(uid, size))).catch(() => null)
      if (!bytes) continue
      try {
        await this.options.target.avatar(uid, bytes)
        this.report.add('pictures of members')
      } catch (error) {
        if (!(error instanceof ForumError)) throw error
        this.report.lose('avatars', `member ${uid}`)
      }
      return
    }
  }

  private async threads(doneUpTo: number): Promise<void> {
    const { source, report, options } = this
    const { target, clock, say } = options
    const total = await source.count('forum_thread')
    const began = clock.now().getTime()
    let seen = 0
    for (const table of source.parts('forum_thread')) {
      for await (const rows of source.batches(table, 'tid', table === 'forum_thread' ? doneUpTo : 0)) {
        for (let i = 0; i < rows.length; i += THREADS_AT_ONCE) {
          const some = rows.slice(i, i + THREADS_AT_ONCE)
          await this.threadBatch(some)
          if (table === 'forum_thread') await target.advance('threads', number(some.at(-1) ?? {}, 'tid'))
          seen += some.length
          this.progress(() => {
            const spent = clock.now().getTime() - began
            const left = Math.ceil(((total - seen) * spent) / seen / 60_000)
            return `${seen} of ${total} threads, ${report.countOf('posts')} posts, about ${Math.max(left, 0)} min left`
          })
        }
      }
    }
    say(`${report.countOf('threads')} threads, ${report.countOf('posts')} posts`)
  }

  private async threadBatch(rows: readonly Row[]): Promise<void> {
    const { target } = this.options
    const wanted: Row[] = []
    for (const row of rows) if (await this.isWanted(row)) wanted.push(row)
    const ids = wanted.map((row) => number(row, 'tid'))
    const loaded = await target.loadedThreads(ids)
    const open = wanted.filter((row) => !loaded.has(number(row, 'tid')))
    if (open.length === 0) return
    const posts = await this.postsOf(open)
    const polls = await this.related('forum_poll', 'tid', open)
    const pollOptions = await this.related('forum_polloption', 'tid', open, 'displayorder, polloptionid')
    const attachments = await this.attachments.of(open, posts)
    let histories: ThreadHistory[] = []
    let waiting = 0
    const flush = async () => {
      await target.threads(histories)
      this.report.add('threads', histories.length)
      this.report.add('posts', waiting)
      histories = []
      waiting = 0
    }
    for (const row of open) {
      const tid = number(row, 'tid')
      const threadPosts = posts.get(tid) ?? []
      const history = target.history(tid)
      const old: OldThread = {
        row,
        posts: threadPosts,
        poll: polls.get(tid)?.[0] ?? null,
        pollOptions: pollOptions.get(tid) ?? [],
        attachments,
      }
      if (!convertThread(history, old, this.context())) {
        this.report.lose('threadsWithoutPosts', `thread ${tid}`)
        continue
      }
      if (number(row, 'special') > 1) this.report.lose('specialThreads', `thread ${tid}`)
      histories.push(history)
      waiting += threadPosts.length
      if (waiting >= POSTS_AT_ONCE) await flush()
    }
    await flush()
  }

  /** True if a thread is imported. One that was moved only leads to another. */
  private async isWanted(row: Row): Promise<boolean> {
    const tid = number(row, 'tid')
    const movedTo = number(row, 'closed')
    if (movedTo > 1) {
      await this.options.target.movedThread(tid, movedTo)
      this.report.add('addresses of moved threads')
      return false
    }
    if (number(row, 'displayorder') === DRAFT) this.report.lose('drafts', `thread ${tid}`)
    else if (number(row, 'isgroup') === 1) this.report.lose('groups', `thread ${tid}`)
    else if (!this.typesOf.has(number(row, 'fid'))) this.report.lose('threadsWithoutBoard', `thread ${tid}`)
    else return true
    return false
  }

  /** Posts of threads, from the table that each thread names. */
  private async postsOf(threads: readonly Row[]): Promise<Map<number, Row[]>> {
    const byTable = new Map<number, Row[]>()
    for (const row of threads) {
      const part = number(row, 'posttableid')
      byTable.set(part, [...(byTable.get(part) ?? []), row])
    }
    const posts = new Map<number, Row[]>()
    for (const [part, rows] of byTable) {
      const table = part === 0 ? 'forum_post' : `forum_post_${part}`
      for (const [tid, threadPosts] of await this.related(table, 'tid', rows)) posts.set(tid, threadPosts)
    }
    return posts
  }

  /** Reads the rows of a table that belong to threads, by the thread. */
  private async related(
    table: string,
    key: string,
    threads: readonly Row[],
    order = key,
  ): Promise<Map<number, Row[]>> {
    const found = new Map<number, Row[]>()
    if (!this.source.has(table) || threads.length === 0) return found
    const ids = threads.map((row) => number(row, 'tid'))
    for (const row of await this.source.query(
      `SELECT * FROM {${table}} WHERE ${key} IN (?) ORDER BY ${order}`,
      [ids],
    )) {
      const id = number(row, key)
      const relatedRows = found.get(id)
      if (relatedRows) relatedRows.push(row)
      else found.set(id, [row])
    }
    return found
  }

  private authorOf(post: Row): number {
    if (number(post, 'anonymous') === 1) return this.anonymousId
    const uid = number(post, 'authorid')
    return this.names.has(uid) ? uid : this.guestId
  }

  private context(): ThreadContext {
    return {
      authorOf: (post) => this.authorOf(post),
      nameOf: (id) => this.names.get(id)?.shown ?? '',
      usernameOf: (uid) => this.names.get(uid)?.username ?? null,
      hasType: (boardId, type) => this.typesOf.get(boardId)?.has(type) === true,
      smilies: this.smilies,
      siteUrl: this.options.siteUrl,
      guestId: this.guestId,
      anonymousId: this.anonymousId,
      startedAt: this.startedAt,
      report: this.report,
    }
  }

  private async messages(doneUpTo: number): Promise<void> {
    const { source, report, options } = this
    if (!source.hasUcenter) return
    for (let last = doneUpTo; ;) {
      const lists = await source.query('SELECT * FROM {uc:pm_lists} WHERE plid > ? ORDER BY plid LIMIT 200', [
        last,
      ])
      if (lists.length === 0) break
      const ids = lists.map((row) => number(row, 'plid'))
      const members = await source.query('SELECT * FROM {uc:pm_members} WHERE plid IN (?)', [ids])
      const messages: Row[] = []
      for (let part = 0; part < 10; part++) {
        const plids = ids.filter((plid) => plid % 10 === part)
        if (plids.length === 0) continue
        messages.push(
          ...(await source.query(`SELECT * FROM {uc:pm_messages_${part}} WHERE plid IN (?)`, [plids])),
        )
      }
      const of = (rows: readonly Row[], plid: number) => rows.filter((row) => number(row, 'plid') === plid)
      const past = lists.flatMap((row) => {
        const plid = number(row, 'plid')
        return convertConversation(
          { row, members: of(members, plid), messages: of(messages, plid) },
          {
            usernameOf: (uid) => this.names.get(uid)?.username ?? null,
            siteUrl: options.siteUrl,
            startedAt: this.startedAt,
            report,
          },
        )
      })
      await options.target.messages(past)
      report.add('private messages', past.length)
      last = ids.at(-1) ?? last
      await options.target.advance('messages', last)
      this.progress(() => `${report.countOf('private messages')} private messages`)
    }
  }

  private progress(line: () => string): void {
    const now = this.options.clock.now().getTime()
    if (now - this.saidAt < SAY_INTERVAL_MS) return
    this.saidAt = now
    this.options.say(line())
  }
}
