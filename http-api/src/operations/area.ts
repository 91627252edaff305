import type { Collections } from '../collections'
import type { BoardsArea } from '../boards'
import type { FilesArea } from '../files'
import { loadThreads, SCRUB_INTERVAL_MS, Scrubber, ThreadHistory, type LogArea, type Repaired } from '../log'
import type { MembersArea } from '../members'
import type { MessagesArea, PastMessage } from '../messages'
import { loadNotifications, type NoticesArea } from '../notices'
import type { ErasureService } from '../moderation'
import type { Ground } from '../platform/ground'
import type { SearchArea } from '../search'
import type { SiteArea } from '../site'
import type { ThreadsArea } from '../threads'
import { RestoredForum } from './backup/restored-forum.service'
import { FirstHourQueries } from './first-hour/first-hour.queries'
import { firstHourRoutes } from './first-hour/first-hour.routes'
import { lastBackup, type Backlog } from './health/backlog'
import { Health } from './health/health'
import { healthRoutes } from './health/health.routes'
import { SiteHealth, type HostFacts } from './health/site-health'
import { SiteStatsService } from './stats/site-stats.service'
import { siteStatsRoutes } from './stats/site-stats.routes'
import { ImportLoader } from './imports/import-loader.service'

export interface OperationsDeps {
  /** Facts from outside the API; without them only this process is known. */
  host?: HostFacts
  /** Returns true once the process is about to stop and should get no new requests. */
  isStopping?: () => boolean
  backlog: () => Promise<Backlog | null>
  /** Called with the numbers of a pass of the scrubber. */
  onRepaired: (repaired: Repaired) => void
}

interface OperationsNeeds extends Omit<OperationsDeps, 'files'> {
  log: Pick<LogArea, 'threadLog'>
  files: FilesArea
  members: Pick<MembersArea, 'names'>
  boards: Pick<BoardsArea, 'lastThreads'>
  site: Pick<SiteArea, 'settings'>
  threads: Pick<ThreadsArea, 'readStates'>
  notices: Pick<NoticesArea, 'unreadCounts'>
  messages: Pick<MessagesArea, 'load' | 'derive'>
  search: SearchArea
  moderation: { erasures: Pick<ErasureService, 'applyAll'> }
}

const NO_SURROUNDINGS: HostFacts = {
  version: '',
  processes: () => Promise.resolve([]),
  freeBytes: () => Promise.reject(new Error('unknown')),
}

/** Creates the tools of an operator: health, recounting, loading whole threads, moving in, restoring a backup. */
export function createOperations(ground: Ground<Collections>, needs: OperationsNeeds) {
  const { db, connection, redis, ids, calendar, clock } = ground
  const { log, files, members, boards, site, threads, notices, messages, search } = needs
  const { threadLog } = log
  const refreshLastThread = (boardId: number) => boards.lastThreads.refresh(boardId)
  const health = new Health(connection, redis, undefined, needs.isStopping)
  const siteHealth = new SiteHealth({
    health,
    host: needs.host ?? NO_SURROUNDINGS,
    backlog: needs.backlog,
    search: () => search.engine.state(),
    lastBackup: () => lastBackup(db),
    readOnlySince: site.settings.readOnlySince,
  })
  const stats = new SiteStatsService({ db, calendar, timeZone: ground.config.siteTimeZone, clock })
  const firstHour = new FirstHourQueries({
    db,
    hasMail: ground.config.mail !== undefined,
    lastBackup: () => lastBackup(db),
  })
  const scrubber = new Scrubber({
    db,
    scrub: (keys) => threadLog.scrub(keys),
    repairLastThread: (boardId) => boards.lastThreads.repair(boardId),
    calendar,
    clock,
    report: needs.onRepaired,
  })
  return {
    services: {
      stats,
      scrub: () => scrubber.once(),
      /** Counts boards, members and threads again; returns how many were wrong. */
      recount: () => scrubber.all(),
      /** Loads whole threads with their history into a forum that is not in use yet. */
      load: {
        messages: (past: readonly PastMessage[]) => messages.load(past),
        notifications: (histories: readonly ThreadHistory[], times: { since: Date; readUntil: Date }) =>
          loadNotifications({ db, ids, unreadCounts: notices.unreadCounts }, histories, times),
        history: (threadId: number) => new ThreadHistory(threadId, calendar),
        /** Writes the content of another forum under its own ids; `finishRestore` then counts and derives. */
        imports: new ImportLoader({
          ...files,
          db,
          names: members.names,
          ids,
          readStates: threads.readStates,
          clock,
        }),
        save: async (histories: readonly ThreadHistory[]) => {
          await loadThreads(db, threadLog, histories)
          await threads.readStates.load(postsOf(histories))
          const boardIds = histories.flatMap(({ folded }) => folded.thread?.boardId ?? [])
          for (const boardId of new Set(boardIds)) await refreshLastThread(boardId)
          await search.engine.index(histories.flatMap(changesOf))
        },
      },
      /** Brings everything that is derived up to date in a database that was filled from a backup. */
      finishRestore: (say: (step: string) => void) =>
        new RestoredForum({
          db,
          threadLog,
          refreshLastThread,
          deriveMailboxes: messages.derive,
          refreshUnread: (memberIds) => notices.unreadCounts.refreshAll(memberIds),
          applyErasures: () => needs.moderation.erasures.applyAll(),
          rebuildSearch: () => search.engine.rebuild(() => undefined),
        }).finish(say),
    },
    routes: { ...healthRoutes(health, siteHealth), ...siteStatsRoutes(stats), ...firstHourRoutes(firstHour) },
    recurring: [{ what: 'scrub', everyMs: SCRUB_INTERVAL_MS, run: () => scrubber.pass() }],
    prunes: { 'numbers of the site': () => stats.keep() },
  }
}

const postsOf = (histories: readonly ThreadHistory[]) =>
  histories.map(({ threadId, folded }) => ({ threadId, posts: folded.posts.values() }))

/** Returns what a loaded thread adds to the search index. */
const changesOf = ({ threadId, events, folded }: ThreadHistory) =>
  [...folded.posts.keys()].map((postId) => ({ threadId, postId, seq: events.length, isTitle: false }))
