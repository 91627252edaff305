import type { AccountsArea } from '../accounts'
import type { BoardDoc, BoardsArea } from '../boards'
import type { GateArea, HeldDoc, HeldWork } from '../gate'
import type { AttachmentDoc, FilesArea } from '../files'
import type { SearchArea } from '../search'
import type { LogArea, ThreadLogCollections } from '../log'
import type { MemberDoc, MembersArea } from '../members'
import type { MessagesArea } from '../messages'
import type { NoticesArea } from '../notices'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { LogEntryDoc, RecordArea } from '../record'
import type { CountOnline, SiteArea } from '../site'
import type { ThreadsArea } from '../threads'
import type { WordsArea } from '../words'
import { createActs } from './acts'
import { AnonymousAuthors } from './anonymous-authors.service'
import { BatchService } from './batch.service'
import type { CaseDoc } from './cases/cases.model'
import { createCases } from './cases/create-cases'
import { createDiscipline } from './discipline/create-discipline'
import type { DisciplineDoc } from './discipline/discipline.model'
import { HeldConsumer } from './held/held.consumer'
import { HeldQueueQueries } from './held/held-queue.queries'
import { heldQueueRoutes } from './held/held-queue.routes'
import { HeldQueue } from './held/held-queue.service'
import { Eraser } from './erasures/eraser'
import type { ErasureDoc, EraseWork } from './erasures/erasures.model'
import { erasureRoutes } from './erasures/erasures.routes'
import { ErasureService } from './erasures/erasures.service'
import { LogQueries } from './log.queries'
import { moderationRoutes } from './moderation.routes'
import type { ActivityDoc } from './monitor/activities.model'
import { ActivityQueries } from './monitor/activities.queries'
import { activityRoutes } from './monitor/activities.routes'
import { createMonitor } from './monitor/create-monitor'
import type { PurgeDoc, PurgeWork } from './purges/purges.model'
import { purgeRoutes } from './purges/purges.routes'
import { PurgeService } from './purges/purges.service'
import type { StaffNoteDoc } from './staff-notes.model'
import type { TransferDoc, TransferWork } from './transfers/transfers.model'
import { transferRoutes } from './transfers/transfers.routes'
import { TransferService } from './transfers/transfers.service'
import { StaffNotes } from './staff-notes.service'
import { UndoService } from './undo.service'

interface ModerationNeeds {
  log: Pick<LogArea, 'freshness' | 'threadCache' | 'commands'>
  members: Pick<MembersArea, 'queries' | 'profiles' | 'names'>
  record: RecordArea
  words: WordsArea
  boards: Pick<BoardsArea, 'queries' | 'service' | 'lastThreads'>
  site: Pick<SiteArea, 'announcements' | 'current' | 'identity' | 'settings'>
  accounts: Pick<
    AccountsArea,
    | 'sessions'
    | 'mail'
    | 'shield'
    | 'source'
    | 'onRegistered'
    | 'onFailedSignIn'
    | 'onProfileTexts'
    | 'endBan'
    | 'eraseContent'
  >
  gate: GateArea
  threads: Pick<ThreadsArea, 'service' | 'posts' | 'batches' | 'postQueries' | 'approved'>
  notices: Pick<NoticesArea, 'accountNotices'>
  files: Pick<FilesArea, 'store'>
  search: Pick<SearchArea, 'engine'>
  messages: Pick<MessagesArea, 'queries' | 'service'>
  countOnline: CountOnline | null
}

/** What moderators work with: reports and their cases, the monitor, bans and mutes, purges, taking acts back. */
export function createModeration(ground: Ground<ModerationDb>, needs: ModerationNeeds) {
  const { db, ids, calendar, clock, cache, onFailure } = ground
  const { log, members, record, words, boards, site, accounts, threads, notices, messages } = needs
  const { files, search, countOnline, gate } = needs
  const monitor = createMonitor(ground, needs)
  const discipline = createDiscipline(ground, needs)
  const acts = createActs({
    db,
    consumer: record.consumer,
    threads: threads.service,
    posts: threads.posts,
    batches: threads.batches,
    discipline: discipline.service,
    boardMutes: discipline.boardMutes,
    announcements: site.announcements,
    boards: boards.service,
  })
  const cases = createCases(ground, needs, { acts, onReported: monitor.addReports })
  const purges = new PurgeService({
    db,
    members: members.queries,
    threads: threads.service,
    posts: threads.posts,
    log: record.log,
    requireFreshPassword: (viewer) => accounts.sessions.requireFreshPassword(viewer),
    ids,
    clock,
    onFailure: onFailure('purge'),
  })
  const transfers = new TransferService({
    db,
    boards: boards.queries,
    service: boards.service,
    lastThreads: boards.lastThreads,
    threads: threads.service,
    onMerged: async (viewer, from, to) => {
      await db.held.updateMany({ boardId: from, status: 'pending' }, { $set: { boardId: to } })
      if (site.current().feedbackBoardId === from) await site.identity.set(viewer, { feedbackBoardId: to })
    },
    log: record.log,
    ids,
    clock,
    onFailure: onFailure('transfer'),
  })
  const erasures = new ErasureService({
    db,
    eraser: new Eraser({
      db,
      commands: log.commands,
      posts: threads.posts,
      members: members.queries,
      store: files.store,
    }),
    members: members.queries,
    log: record.log,
    store: files.store,
    requireFreshPassword: (viewer) => accounts.sessions.requireFreshPassword(viewer),
    onErased: async () => {
      cache.clear()
      await search.engine.rebuild(() => undefined)
    },
    ids,
    clock,
    onFailure: onFailure('erasure'),
  })
  accounts.eraseContent.by((userId) => erasures.eraseOwn(userId))
  const logQueries = new LogQueries({
    db,
    boards: boards.queries,
    members: members.queries,
    calendar,
    clock,
  })
  const undo = new UndoService({ acts, queries: logQueries, cases: cases.service, purges, transfers, clock })
  const heldQueries = new HeldQueueQueries({ db, boards: boards.queries, presentation: gate.presentation })
  const heldQueue = new HeldQueue({
    db,
    queries: heldQueries,
    texts: gate.texts,
    publish: async (held) => {
      if (held.kind !== 'message') return threads.approved.publish(held)
      await messages.service.publish(held)
      return null
    },
    threads: log.threadCache,
    notify: (notice) => notices.accountNotices.notify(notice),
    words: words.words,
    log: record.log,
    clock,
    onFailure: onFailure('held'),
  })
  const activityQueries = new ActivityQueries({
    db,
    cases: cases.queries,
    held: heldQueries,
    boards: boards.queries,
    members: members.queries,
    countOnline,
    clock,
  })
  return {
    services: {
      reports: cases.reports,
      purges,
      erasures,
      /** Long jobs that moderators have begun. */
      jobs: {
        drain: () => Promise.all([purges.jobs.drain(), transfers.jobs.drain()]),
        stop: () => Promise.all([purges.jobs.stop(), transfers.jobs.stop()]),
      },
    },
    routes: {
      ...discipline.routes,
      ...cases.routes,
      ...purgeRoutes(purges),
      ...transferRoutes(transfers),
      ...heldQueueRoutes({ queue: heldQueue, queries: heldQueries, presentation: gate.presentation }),
      ...erasureRoutes(erasures),
      ...activityRoutes(activityQueries),
      ...moderationRoutes({
        log: logQueries,
        undo,
        batch: new BatchService(acts),
        notes: new StaffNotes({ db, members: members.queries, ids, clock }),
        authors: new AnonymousAuthors({
          posts: threads.postQueries,
          members: members.queries,
          log: record.log,
        }),
      }),
    },
    consumers: [cases.consumer, new HeldConsumer(db), monitor.consumer],
    sweeps: { 'discipline ends': discipline.sweep },
    unfinished: {
      held: (_: HeldWork, heldId: number) => heldQueue.finish(heldId),
      erase: (work: EraseWork, erasureId: number, now: Date) => erasures.finish(work, erasureId, now),
      purge: (_: PurgeWork, purgeId: number) => purges.resume(purgeId),
      transfer: (_: TransferWork, transferId: number) => transfers.resume(transferId),
      ...monitor.unfinished,
      ...discipline.unfinished,
      ...cases.unfinished,
    },
    prunes: { activities: monitor.prune, cases: cases.prune },
    personal: [monitor.personal, cases.personal],
    drain: async () => {
      await Promise.all([purges.jobs.drain(), transfers.jobs.drain()])
      await erasures.drain()
    },
  }
}

type ModerationDb = ThreadLogCollections &
  PlatformCollections & {
    members: Collection<MemberDoc>
    activities: Collection<ActivityDoc>
    cases: Collection<CaseDoc>
    attachments: Collection<AttachmentDoc>
    discipline: Collection<DisciplineDoc>
    held: Collection<HeldDoc>
    erasures: Collection<ErasureDoc>
    moderationLog: Collection<LogEntryDoc>
    purges: Collection<PurgeDoc>
    staffNotes: Collection<StaffNoteDoc>
    transfers: Collection<TransferDoc>
    boards: Collection<BoardDoc>
  }
