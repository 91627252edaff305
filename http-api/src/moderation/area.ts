import { randomUUID } from 'node:crypto'
import { audiences } from '@forum/shared/events'
import type { AccountsArea } from '../accounts'
import type { BoardsArea } from '../boards'
import type { GateArea, HeldDoc, HeldWork } from '../gate'
import type { AttachmentDoc, FilesArea } from '../files'
import type { SearchArea } from '../search'
import type { LogArea, ThreadLogCollections } from '../log'
import {
  presentAuthor,
  type MemberDoc,
  type MembersArea,
  type ProfileWork,
  type RegistrationWork,
} from '../members'
import type { MessagesArea } from '../messages'
import type { NoticesArea } from '../notices'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import type { LogEntryDoc, RecordArea } from '../record'
import type { CountOnline, SiteArea } from '../site'
import type { ThreadsArea } from '../threads'
import type { WordsArea } from '../words'
import { createActs } from './acts'
import { BatchService } from './batch.service'
import { CaseNotices } from './cases/case-notices.service'
import { CasesConsumer } from './cases/cases.consumer'
import { caseFields, type CaseDoc, type CaseNoticeWork, type ReportWork } from './cases/cases.model'
import { CaseQueries } from './cases/cases.queries'
import { CaseService } from './cases/cases.service'
import { reportRoutes } from './cases/reports.routes'
import { ReportService } from './cases/reports.service'
import { DisciplineEnds } from './discipline/discipline-ends.service'
import { DisciplineNotices } from './discipline/discipline-notices.service'
import type { DisciplineDoc, DisciplineNoticeWork } from './discipline/discipline.model'
import { disciplineRoutes } from './discipline/discipline.routes'
import { DisciplineService } from './discipline/discipline.service'
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
import { ActivitiesConsumer } from './monitor/activities.consumer'
import { activityFields, type ActivityDoc } from './monitor/activities.model'
import { ActivityQueries } from './monitor/activities.queries'
import { activityRoutes } from './monitor/activities.routes'
import { Activities } from './monitor/activities.service'
import { UnlistedLines } from './monitor/unlisted.service'
import type { PurgeDoc, PurgeWork } from './purges/purges.model'
import { purgeRoutes } from './purges/purges.routes'
import { PurgeService } from './purges/purges.service'
import type { StaffNoteDoc } from './staff-notes.model'
import { StaffNotes } from './staff-notes.service'
import { UndoService } from './undo.service'

interface ModerationNeeds {
  log: Pick<LogArea, 'freshness' | 'threadCache' | 'commands'>
  members: Pick<MembersArea, 'queries' | 'profiles' | 'names'>
  record: RecordArea
  words: WordsArea
  boards: Pick<BoardsArea, 'queries' | 'service'>
  site: Pick<SiteArea, 'announcements'>
  accounts: Pick<
    AccountsArea,
    'sessions' | 'onRegistered' | 'onFailedSignIn' | 'onProfileTexts' | 'endBan' | 'eraseContent'
  >
  gate: GateArea
  threads: Pick<ThreadsArea, 'service' | 'pace' | 'posts' | 'batches' | 'postQueries' | 'approved'>
  notices: Pick<NoticesArea, 'accountNotices'>
  files: Pick<FilesArea, 'store'>
  search: Pick<SearchArea, 'engine'>
  messages: Pick<MessagesArea, 'queries' | 'service'>
  countOnline: CountOnline | null
}

/** What moderators work with: reports and their cases, the monitor, bans and mutes, purges, taking acts back. */
export function createModeration(ground: Ground<ModerationDb>, needs: ModerationNeeds) {
  const { db, config, ids, publisher, calendar, clock, cache, onFailure } = ground
  const { log, members, record, words, boards, site, accounts, threads, notices, messages, files, search } =
    needs
  const { countOnline, gate } = needs
  const wordsIn = (text: string) => words.words.placesIn(text)

  const activities = new Activities({
    db,
    boards: boards.queries,
    members: members.queries,
    publisher,
    clock,
    wordsIn,
    siteUrl: config.siteUrl,
    onFailure: onFailure('activities'),
  })
  const unlistedLines = new UnlistedLines({ db, activities, onFailure: onFailure('activities') })
  record.onAppended.by((entries) => activities.addActs(entries))
  accounts.onRegistered.by((member) => unlistedLines.addRegistration(member))
  accounts.onProfileTexts.by((memberId, work) => unlistedLines.addProfile(memberId, work))
  accounts.onFailedSignIn.by(({ _id: actorId }) => {
    const line = { key: `login_failed:${randomUUID()}`, kind: 'login_failed', actorId } as const
    void activities.add([line]).catch(onFailure('activities'))
  })

  const disciplineNotices = new DisciplineNotices({
    db,
    notify: (notice) => notices.accountNotices.notify(notice),
    timeZone: config.siteTimeZone,
    onFailure: onFailure('discipline'),
  })
  const onShownChanged = async (member: MemberDoc) => {
    cache.clear()
    await publisher
      .publish(audiences.everyone(), 'member:changed', { author: presentAuthor(member, member._id) })
      .catch(onFailure('discipline'))
  }
  const disciplineEnds = new DisciplineEnds({
    db,
    freshness: log.freshness,
    log: record.log,
    onShownChanged,
    clock,
  })
  accounts.endBan.by((member) => disciplineEnds.endBan(member))
  const discipline = new DisciplineService({
    db,
    names: members.names,
    queries: members.queries,
    sessions: accounts.sessions,
    freshness: log.freshness,
    notices: disciplineNotices,
    log: record.log,
    onShownChanged,
    clock,
  })

  const caseQueries = new CaseQueries({
    db,
    boards: boards.queries,
    members: members.queries,
    clock,
    wordsIn,
  })
  const caseNotices = new CaseNotices({
    db,
    notify: (notice) => notices.accountNotices.notify(notice),
    onFailure: onFailure('cases'),
  })
  const reports = new ReportService({
    db,
    queries: caseQueries,
    posts: threads.postQueries,
    messages: messages.queries,
    members: members.queries,
    publisher,
    ids,
    clock,
    onReported: (of) => unlistedLines.addReports(of),
    onFailure: onFailure('cases'),
  })
  const acts = createActs({
    db,
    consumer: record.consumer,
    threads: threads.service,
    pace: threads.pace,
    posts: threads.posts,
    batches: threads.batches,
    discipline,
    announcements: site.announcements,
    boards: boards.service,
  })
  const cases = new CaseService({
    db,
    queries: caseQueries,
    log: record.log,
    notices: caseNotices,
    acts,
    publisher,
    clock,
    onFailure: onFailure('cases'),
  })
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
  const undo = new UndoService({ acts, queries: logQueries, cases, purges, clock })
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
    cases: caseQueries,
    held: heldQueries,
    boards: boards.queries,
    members: members.queries,
    countOnline,
    clock,
  })
  return {
    services: { reports, purges, erasures },
    routes: {
      ...disciplineRoutes(discipline, members.profiles, ids),
      ...reportRoutes({ reports, cases, queries: caseQueries }),
      ...purgeRoutes(purges),
      ...heldQueueRoutes({ queue: heldQueue, queries: heldQueries, presentation: gate.presentation }),
      ...erasureRoutes(erasures),
      ...activityRoutes(activityQueries),
      ...moderationRoutes({
        log: logQueries,
        undo,
        batch: new BatchService(acts),
        notes: new StaffNotes({ db, members: members.queries, ids, clock }),
      }),
    },
    consumers: [
      new CasesConsumer(db),
      new HeldConsumer(db),
      new ActivitiesConsumer({
        db,
        threads: log.threadCache,
        activities,
        isFlagged: (text) => gate.gate.isFlagged(text),
      }),
    ],
    sweeps: {
      'discipline ends': () => disciplineEnds.sweep(),
    },
    unfinished: {
      held: (_: HeldWork, heldId: number) => heldQueue.finish(heldId),
      erase: (work: EraseWork, erasureId: number, now: Date) => erasures.finish(work, erasureId, now),
      purge: (_: PurgeWork, purgeId: number) => purges.resume(purgeId),
      registration: (_: RegistrationWork, memberId: number) => unlistedLines.finishRegistration(memberId),
      profile: (work: ProfileWork, memberId: number) => unlistedLines.finishProfile(memberId, work),
      report: (work: ReportWork, caseId: number) => unlistedLines.finishReport(caseId, work),
      discipline_notice: (_: DisciplineNoticeWork, actId: string) => disciplineNotices.finish(actId),
      case_notice: (work: CaseNoticeWork, caseId: number) => caseNotices.finish(work, caseId),
    },
    prunes: { activities: () => activities.prune(), cases: () => cases.prune() },
    // Reports outlive the account, as posts do: the moderators' work refers to them.
    personal: [
      dataFrom('profile-changes', db.activities, {
        fields: activityFields,
        of: profileChangesOf,
        erase: (userId) =>
          db.activities.updateMany(profileChangesOf(userId), {
            $set: { excerpt: '' },
            $unset: { 'detail.words': 1 },
          }),
      }),
      dataFrom('reports', db.cases, {
        fields: caseFields,
        of: (userId) => ({ 'reports.reporterId': userId }),
        stages: (userId) => [{ $unwind: '$reports' }, { $match: { 'reports.reporterId': userId } }],
        computed: {
          messageId: '$message.id',
          reason: '$reports.reason',
          createdAt: '$reports.createdAt',
        },
      }),
    ],
    drain: async () => {
      await purges.drain()
      await erasures.drain()
    },
  }
}

const profileChangesOf = (userId: number) => ({ actorId: userId, kind: 'profile' as const })

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
  }
