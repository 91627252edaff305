import type { AccountsArea } from '../accounts'
import type { BoardDoc, BoardsArea } from '../boards'
import type { GateArea, HeldDoc } from '../gate'
import type { AttachmentDoc, FilesArea } from '../files'
import type { SearchArea } from '../search'
import type { LogArea, ThreadLogCollections } from '../log'
import type { MemberDoc, MembersArea } from '../members'
import type { MessagesArea } from '../messages'
import type { NoticesArea, NotificationDoc, WebhookDeliveryDoc } from '../notices'
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
import { createHeld } from './held/create-held'
import type { ErasureDoc } from './erasures/erasures.model'
import { createErasures } from './erasures/create-erasures'
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
import type { TransferDoc } from './transfers/transfers.model'
import { createTransfers } from './transfers/create-transfers'
import { StaffNotes } from './staff-notes.service'
import { UndoService } from './undo.service'

interface ModerationNeeds {
  log: Pick<LogArea, 'freshness' | 'threadCache' | 'commands'>
  members: Pick<MembersArea, 'queries' | 'profiles' | 'names'>
  record: RecordArea
  words: WordsArea
  boards: Pick<BoardsArea, 'queries' | 'levels' | 'readers' | 'service' | 'lastThreads'>
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
    | 'eraseProfile'
  >
  gate: GateArea
  threads: Pick<ThreadsArea, 'service' | 'posts' | 'batches' | 'moves' | 'postQueries' | 'approved'>
  notices: Pick<NoticesArea, 'accountNotices'>
  files: Pick<FilesArea, 'store' | 'avatars' | 'maySeeReported'>
  search: Pick<SearchArea, 'engine'>
  messages: Pick<MessagesArea, 'queries' | 'service'>
  countOnline: CountOnline | null
}

/** Creates the tools of moderators: reports and their cases, the monitor, bans and mutes, purges, undo. */
export function createModeration(ground: Ground<ModerationDb>, needs: ModerationNeeds) {
  const { db, ids, calendar, clock, onFailure } = ground
  const { members, record, boards, site, accounts, threads, countOnline } = needs
  const monitor = createMonitor(ground, needs)
  const discipline = createDiscipline(ground, needs)
  const held = createHeld(ground, needs)
  const acts = createActs({
    db,
    consumer: record.consumer,
    threads: threads.service,
    posts: threads.posts,
    batches: threads.batches,
    moves: threads.moves,
    discipline: discipline.service,
    boardMutes: discipline.boardMutes,
    held: held.queue,
    announcements: site.announcements,
    boards: boards.service,
  })
  const cases = createCases(ground, needs, { acts, onReported: monitor.addReports })
  const purges = new PurgeService({
    db,
    members: members.queries,
    threads: threads.service,
    posts: threads.posts,
    held: held.rejected,
    log: record.log,
    requireFreshPassword: (viewer) => accounts.sessions.requireFreshPassword(viewer),
    ids,
    clock,
    onFailure: onFailure('purge'),
  })
  const transfers = createTransfers(ground, needs, discipline.boardMutes)
  const erasures = createErasures(ground, needs)
  const logQueries = new LogQueries({
    db,
    boards: boards.queries,
    members: members.queries,
    calendar,
    clock,
  })
  const undo = new UndoService({
    acts,
    queries: logQueries,
    cases: cases.service,
    purges,
    transfers: transfers.service,
    clock,
  })
  const activityQueries = new ActivityQueries({
    db,
    cases: cases.queries,
    held: held.queries,
    boards: boards.queries,
    members: members.queries,
    countOnline,
    clock,
  })
  return {
    services: {
      reports: cases.reports,
      purges,
      erasures: erasures.service,
      /** Long jobs that moderators have begun. */
      jobs: {
        drain: () => Promise.all([purges.acts.jobs.drain(), transfers.service.acts.jobs.drain()]),
        stop: () => Promise.all([purges.acts.jobs.stop(), transfers.service.acts.jobs.stop()]),
      },
    },
    routes: {
      ...discipline.routes,
      ...cases.routes,
      ...purgeRoutes(purges),
      ...transfers.routes,
      ...held.routes,
      ...erasures.routes,
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
    consumers: [cases.consumer, held.consumer, monitor.consumer, monitor.moved],
    sweeps: { 'discipline ends': discipline.sweep },
    unfinished: {
      purge: (_: PurgeWork, purgeId: number) => purges.acts.resume(purgeId),
      ...held.unfinished,
      ...erasures.unfinished,
      ...transfers.unfinished,
      ...monitor.unfinished,
      ...discipline.unfinished,
      ...cases.unfinished,
    },
    prunes: { activities: monitor.prune, cases: cases.prune },
    personal: [monitor.personal, cases.personal],
    drain: async () => {
      await Promise.all([purges.acts.jobs.drain(), transfers.service.acts.jobs.drain()])
      await erasures.service.drain()
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
    notifications: Collection<NotificationDoc>
    webhookDeliveries: Collection<WebhookDeliveryDoc>
    boards: Collection<BoardDoc>
  }
