import type { BusPublisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import { api as contract, type TokenHolder } from '@forum/shared/contract'
import { audiences } from '@forum/shared/events'
import { ForumError } from '@forum/shared/errors'
import { COUNT_MAX } from '@forum/shared/limits'
import { repeat, type StopRepeating } from '@forum/shared/repeat'
import type { Redis } from 'ioredis'
import Koa from 'koa'
import type { Connection } from 'mongoose'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import {
  accountExportRoutes,
  authRoutes,
  presentTokenHolder,
  AccountAdmin,
  AccountDeletion,
  AuthService,
  DemoSignIn,
  PasswordResets,
  Passwords,
  Credentials,
  Guesses,
  ProfileService,
  SecondFactorCodes,
  RetiredUsernames,
  Seals,
  SecondFactors,
  REVOCATIONS_INTERVAL_MS,
  Sessions,
  SESSIONS_INTERVAL_MS,
  SignInAddresses,
  Tokens,
  Mail,
} from './accounts'
import {
  Activities,
  ActivitiesConsumer,
  ActivityQueries,
  activityRoutes,
  UnlistedLines,
  DisciplineEnds,
  DisciplineNotices,
  disciplineRoutes,
  DisciplineService,
  BatchService,
  LogQueries,
  moderationRoutes,
  StaffNotes,
  UndoService,
  PurgeService,
  purgeRoutes,
  CaseNotices,
  CaseQueries,
  CasesConsumer,
  CaseService,
  reportRoutes,
  ReportService,
} from './moderation'
import {
  ATTACHMENT_SWEEP_INTERVAL_MS,
  AttachmentFiles,
  attachmentRoutes,
  AttachmentService,
  AttachmentSweep,
  AvatarFiles,
  fileRoutes,
  type FileStore,
} from './files'
import {
  announcementRoutes,
  Announcements,
  readOnlyNotice,
  invitationRoutes,
  Invitations,
  StatsQueries,
  statsRoutes,
  Settings,
  SETTINGS_INTERVAL_MS,
  settingsRoutes,
} from './site'
import {
  Blocks,
  blockRoutes,
  Follows,
  followRoutes,
  MemberProfiles,
  MemberQueries,
  memberRoutes,
  NameGuard,
  presentAuthor,
  type MemberDoc,
  Mentions,
} from './members'
import {
  RestoredForum,
  lastBackup,
  readBacklog,
  Health,
  healthRoutes,
  Probe,
  SiteHealth,
  type Surroundings,
  ImportLoader,
} from './operations'
import {
  BoardPageQueries,
  boardPageRoutes,
  bookmarkRoutes,
  PostQueries,
  postRoutes,
  PostService,
  ownPostWrites,
  ReadStates,
  PollQueries,
  pollRoutes,
  PollService,
  MemberThreads,
  showThread,
  ThreadQueries,
  threadRoutes,
  ThreadService,
  Views,
  VIEWS_INTERVAL_MS,
  TypingPolicy,
  Watches,
  watchRoutes,
} from './threads'
import { BoardQueries, BoardService, LastThreads } from './boards'
import { collections } from './collections'
import type { ApiConfig } from './config'
import {
  FeedQueries,
  feedRoutes,
  mountCrawlerFiles,
  HtmlPages,
  mountHtmlPages,
  mountOldAddresses,
  nothingThere,
  OldAddresses,
} from './documents'
import {
  Freshness,
  foldThread,
  loadThreads,
  MongoLogStore,
  SCRUB_INTERVAL_MS,
  Scrubber,
  SWEEP_INTERVAL_MS,
  Sweeper,
  ThreadCommands,
  ThreadHistory,
  ThreadLog,
  type ThreadEventConsumer,
  threadProjections,
  ThreadCache,
} from './log'
import {
  LiveUpdates,
  AccountNotices,
  loadNotifications,
  NotificationConsumer,
  NotificationQueries,
  notificationRoutes,
  NotificationService,
  NotificationSettingsStore,
  NotificationStore,
  PUBLIC_NETWORK,
  Push,
  PushKeys,
  pushRoutes,
  PushSender,
  subjectOf,
  type PushNetwork,
  UnreadCounts,
} from './notices'
import {
  deriveMailboxes,
  loadMessages,
  Mailboxes,
  MessageDelivery,
  MessageQueries,
  messageRoutes,
  MessageService,
  type PastMessage,
} from './messages'
import { ModerationLog, ModerationLogConsumer } from './record'
import { personalData } from './personal-data'
import { BackgroundWork } from './platform/work/background-work'
import { poolUsage } from './platform/mongo/database'
import { databaseTimeOf } from './platform/mongo/database-time'
import { FastReads } from './platform/http/fast-reads'
import { mountDocs } from './platform/http/docs'
import { handleErrors } from './platform/http/errors'
import { Idempotency } from './platform/mongo/idempotency'
import { Ids } from './platform/mongo/ids'
import { ResponseCache } from './platform/http/response-cache'
import { logRequests, requestId } from './platform/http/logging'
import { Metrics } from './platform/http/metrics'
import { jsonReads, mount, type Handlers } from './platform/http/mount'
import { warnOfUntrustedProxy } from './platform/http/proxies'
import { logFailure } from './platform/work/failures'
import { BusUnavailableError, Publisher } from './platform/work/publisher'
import { RateLimits } from './platform/http/rate-limits'
import { commonHeaders, refuseEndlessBodies } from './platform/http/responses'
import { createRouter, requireTarget, serveRoutes } from './platform/http/router'
import { SiteCalendar } from './platform/site-calendar'
import { discardUnreadBodies } from './platform/http/unread-bodies'
import { UploadMemory } from './platform/http/uploads'
import { MAINTENANCE_INTERVAL_MS, SearchQueries, searchRoutes, SegmentSearch } from './search'
import { wordRoutes, Words } from './words'

/** Interval at which a stopping log looks whether it is drained. */
const DRAIN_POLL_MS = 5
/** How long a stopping process waits for the background work of its last requests. */
const DRAIN_MS = 3_000
const PRUNE_INTERVAL_MS = 60 * 60 * 1_000

export interface ApiDeps {
  config: ApiConfig
  connection: Connection
  /** Whether no other process writes to the database, so that this one knows of every change. */
  isOnlyWriter?: boolean
  /** Additional consumers of the thread log. */
  consumers?: readonly ThreadEventConsumer[]
  /** Null if there are no listeners. */
  bus: BusPublisher | null
  redis: Redis | null
  /** The built page, whose screens are served with their content. Its headers replace the API's. */
  page?: { shell: string; headers: Readonly<Record<string, string>> } | null
  /** Returns how many people are online, and how many of them are members; null if no process can know it. */
  countOnline?: (() => Promise<{ online: number; members: number }>) | null
  /** What is around the process; without it only itself is known. */
  surroundings?: Surroundings
  /** The store for uploaded files. */
  files: FileStore
  /** Where push messages may be sent; the public internet by default. */
  pushNetwork?: PushNetwork
  clock: Clock
  /** Whether the process is about to stop, so that nothing new should be sent to it. */
  isStopping?: () => boolean
  /** Sizes of the search index; tests make them small. */
  searchSizes?: { flushEntries?: number; mergeAt?: number; countMax?: number; readAtOnce?: number }
  log: Logger
  registry: Registry
}

const NO_SURROUNDINGS: Surroundings = {
  version: '',
  processes: () => Promise.resolve([]),
  freeBytes: () => Promise.reject(new Error('unknown')),
}

const postsOf = (histories: readonly ThreadHistory[]) =>
  histories.map(({ threadId, folded }) => ({ threadId, posts: folded.posts.values() }))

/** Returns what a loaded thread adds to the search index. */
const changesOf = ({ threadId, events, folded }: ThreadHistory) =>
  [...folded.posts.keys()].map((postId) => ({ threadId, postId, seq: events.length, isTitle: false }))

/** Composes the API: every feature receives only what it needs. */
export function createApi(deps: ApiDeps) {
  const {
    config,
    connection,
    isOnlyWriter = false,
    consumers = [],
    bus,
    redis,
    files,
    clock,
    log,
    registry,
  } = deps
  const db = collections(connection)
  const backlog = new Probe(() => readBacklog(db, clock), null)
  const metrics = new Metrics(registry, {
    pool: () => poolUsage(connection),
    backlog: () => backlog.state(),
    lastBackup: () => lastBackup(db).catch(() => null),
  })
  const onFailure = (what: string) => (error: unknown) => {
    metrics.leftForSweeper.inc({ what })
    const level = error instanceof BusUnavailableError ? 'debug' : 'warn'
    logFailure(log, level, { err: error, what }, 'background work failed; a later run will repair it')
  }

  const background = new BackgroundWork()
  const inBackground = (what: string) => (work: Promise<unknown>) => background.add(work, onFailure(what))

  const ids = new Ids(db)
  const calendar = new SiteCalendar(clock, config.siteTimeZone)
  const limits = new RateLimits({ enabled: config.rateLimits, redis })
  const idempotency = new Idempotency(db, clock, inBackground('idempotency'))
  const cache = new ResponseCache(clock, (kind, hit) => metrics.countLookup(kind, hit))
  const freshness = new Freshness(clock, isOnlyWriter)
  const members = new MemberQueries(db, clock, freshness)
  const boards = new BoardQueries(db, clock, freshness)
  const readStates = new ReadStates(db, clock, freshness)
  const threadCache = new ThreadCache(db, freshness)
  const postQueries = new PostQueries(db, members, threadCache, clock)
  const pollQueries = new PollQueries(db)
  const threadQueries = new ThreadQueries(
    db,
    members,
    postQueries,
    readStates,
    pollQueries,
    boards,
    clock,
    cache,
  )
  const blocks = new Blocks(db, members, clock, freshness)
  const memberThreads = new MemberThreads({
    db,
    readStates,
    boards,
    blocks,
    clock,
    members,
    cache,
    present: (found, context) => threadQueries.presentList(found, context),
  })
  const watches = new Watches(readStates, postQueries)
  const follows = new Follows(db, members, clock)
  const boardPages = new BoardPageQueries(db, boards, members, threadQueries, calendar, cache)

  const publisher = new Publisher(bus, clock, log)
  const liveUpdates = new LiveUpdates({
    threads: threadCache,
    posts: postQueries,
    members,
    boards,
    publisher,
    freshness,
  })
  const lastThreads = new LastThreads(db, threadCache, freshness, () => {
    void publisher.publish(audiences.everyone(), 'boards:changed', {}).catch(onFailure('boards'))
  })
  const mailboxes = new Mailboxes(db, members)
  const notificationQueries = new NotificationQueries({ db, members, boards })
  const unreadCounts = new UnreadCounts({
    db,
    publisher,
    freshness,
    countMessages: (memberIds) => mailboxes.countUnread(memberIds),
    countNotifications: (memberIds) => notificationQueries.countUnread(memberIds),
  })
  const notificationStore = new NotificationStore(db, ids, (userIds) => unreadCounts.expectChange(userIds))
  const notificationSettings = new NotificationSettingsStore(db)
  const notifications = new NotificationService({
    store: notificationStore,
    queries: notificationQueries,
    unreadCounts,
    clock,
    onFailure: onFailure('notifications'),
  })
  const push = new Push({
    db,
    sender: new PushSender(deps.pushNetwork ?? PUBLIC_NETWORK, () => subjectOf(config), clock),
    keys: new PushKeys(db),
    settingsOf: (userId) => notificationSettings.of(userId),
    aliveAmong: (sessionIds) => sessions.aliveAmong(sessionIds),
    siteName: () => settings.siteName(),
    clock,
    onFailure: onFailure('push'),
  })
  const notify = new NotificationConsumer({
    db,
    threads: threadCache,
    store: notificationStore,
    queries: notificationQueries,
    settings: notificationSettings,
    watches,
    followersOf: (userId, batch) => follows.followersOf(userId, batch),
    readStates,
    blockersOf: (memberIds, among) => blocks.blockersOf(memberIds, among),
    unreadCounts,
    publisher,
    clock,
    push,
  })
  const activities = new Activities({
    db,
    boards,
    members,
    publisher,
    clock,
    wordsIn: (text) => words.placesIn(text),
    siteUrl: config.siteUrl,
    onFailure: onFailure('activities'),
  })
  const unlistedLines = new UnlistedLines({ db, activities, onFailure: onFailure('activities') })
  const moderationLog = new ModerationLog({
    db,
    keepers: [
      db.members,
      db.boards,
      db.announcements,
      db.cases,
      db.wordLists,
      db.siteSettings,
      db.invitations,
      db.purges,
    ],
    members,
    publisher,
    clock,
    onAppended: (entries) => activities.addActs(entries),
    onFailure: onFailure('moderation log'),
  })
  const settings = new Settings({
    db,
    configuredName: config.siteName,
    limits,
    log: moderationLog,
    requireFreshPassword: (viewer) => sessions.requireFreshPassword(viewer),
    onDutyChanged: (userIds) => sessions.applyRights(userIds),
    onReadOnlyChanged: async (since) => {
      const announcement = since ? readOnlyNotice(since) : await announcements.current()
      await publisher
        .publish(audiences.everyone(), 'announcement:changed', { announcement })
        .catch(onFailure('announcement'))
    },
    onSiteChanged: (site) =>
      publisher.publish(audiences.everyone(), 'site:changed', { site }).catch(onFailure('site')),
    clock,
    isOnlyWriter,
  })
  const words = new Words({
    db,
    members,
    log: moderationLog,
    clock,
    isOnlyWriter,
    inBackground: inBackground('words'),
  })
  const logModeration = new ModerationLogConsumer({ db, log: moderationLog })
  const search = new SegmentSearch({
    db,
    clock,
    freshness,
    countMax: COUNT_MAX,
    ...deps.searchSizes,
  })
  const databaseTime = databaseTimeOf(connection, clock)
  const threadLog = new ThreadLog({
    store: new MongoLogStore(connection.getClient().db(connection.name), {
      ...threadProjections(db, calendar),
      others: ownPostWrites,
    }),
    // All consumers of the log. Each stored event lists the consumers that have not handled it yet.
    consumers: [
      liveUpdates,
      lastThreads,
      notify,
      logModeration,
      new CasesConsumer(db),
      new ActivitiesConsumer({ db, threads: threadCache, activities }),
      search.consumer,
      ...consumers,
    ],
    fold: foldThread,
    clock,
    databaseTime,
    pause: () => wait(DRAIN_POLL_MS),
    rest: (ms) => wait(ms, undefined, { ref: false }),
    onProjected: (threadId, events) => freshness.emit('threadChanged', threadId, events),
    onCounted: (keys) => {
      for (const key of keys) {
        if (key.startsWith('board:')) freshness.emit('boardChanged', Number(key.slice('board:'.length)))
      }
    },
    onFailure: (what, error) => onFailure(what)(error),
  })
  const commands = new ThreadCommands(threadLog, clock, calendar)
  const messageDelivery = new MessageDelivery({
    db,
    members,
    mailboxes,
    unreadCounts,
    publisher,
    push,
    inBackground: inBackground('message'),
  })
  const accountNotices = new AccountNotices({
    store: notificationStore,
    queries: notificationQueries,
    unreadCounts,
    publisher,
  })
  const disciplineNotices = new DisciplineNotices({
    db,
    notify: (notice) => accountNotices.notify(notice),
    timeZone: config.siteTimeZone,
    onFailure: onFailure('discipline'),
  })
  const caseNotices = new CaseNotices({
    db,
    notify: (notice) => accountNotices.notify(notice),
    onFailure: onFailure('cases'),
  })
  const onBanChanged = async (member: MemberDoc) => {
    cache.clear()
    await publisher
      .publish(audiences.everyone(), 'member:changed', { author: presentAuthor(member, member._id) })
      .catch(onFailure('discipline'))
  }
  const disciplineEnds = new DisciplineEnds({ db, freshness, log: moderationLog, onBanChanged, clock })
  const swept = {
    sweep: async () => {
      const now = await databaseTime()
      await Promise.all([
        threadLog.sweep(),
        messageDelivery.sweep(now),
        disciplineNotices.sweep(now),
        disciplineEnds.sweep(),
        unlistedLines.sweep(now),
        deletion.sweep(now),
        moderationLog.sweep(now),
        caseNotices.sweep(now),
        purges.sweep(),
      ])
    },
  }
  const sweeper = new Sweeper(swept, db, clock, onFailure('sweep'))
  const scrubber = new Scrubber({
    db,
    scrub: (key) => threadLog.scrub(key),
    repairLastThread: (boardId) => lastThreads.repair(boardId),
    calendar,
    clock,
    report: (repaired) => {
      for (const [what, count] of Object.entries(repaired)) metrics.repaired.inc({ what }, count)
      if (Object.values(repaired).some((count) => count > 0)) {
        log.warn(repaired, 'corrected counters that had drifted')
      }
    },
  })

  const tokens = new Tokens(config.tokenSecret)
  const sessions = new Sessions({
    db,
    boards,
    freshness,
    publisher,
    tokens,
    ids,
    clock,
    requiresSecondFactor: settings.requiresSecondFactor,
    // A member who writes was identified just before: the author and the counter need no reads of their own.
    onRead: (member, at) => {
      members.keep(member, at)
      const marks = Object.keys(member.marks).length
      threadLog.rememberCounter({ key: `member:${member._id}`, epoch: member.epoch, marks })
    },
    onFailure: onFailure('session'),
  })
  const typing = new TypingPolicy(threadCache, (token) => sessions.identify(token))
  const passwords = new Passwords()
  const retired = new RetiredUsernames(db, config.tokenSecret, clock)
  const invitations = new Invitations({ db, members, log: moderationLog, clock })
  const signInAddresses = new SignInAddresses({
    db,
    hash: (address) => tokens.hashAddress(address),
    days: config.addressDays,
    clock,
  })
  const seals = new Seals(config.tokenSecret)
  const guesses = new Guesses({ limits, addresses: signInAddresses })
  const codes = new SecondFactorCodes({ db, guesses, seals, tokens, clock })
  const credentials = new Credentials({ sessions, passwords, codes, guesses })
  const boardModerators = async () => [
    ...new Set((await boards.structure()).boards.flatMap(({ moderatorIds }) => moderatorIds)),
  ]
  const names = new NameGuard({ db, freshness, boardModerators })
  const auth = new AuthService({
    db,
    names,
    invitations,
    sessions,
    boards,
    blockedBy: (userId) => blocks.list(userId),
    limits,
    passwords,
    words,
    settings,
    codes,
    guesses,
    retired,
    endBan: (member) => disciplineEnds.endBan(member),
    addresses: signInAddresses,
    ids,
    calendar,
    clock,
    onRegistered: (member) => unlistedLines.addRegistration(member),
    onFailedSignIn: ({ _id: actorId }) => {
      const line = { key: `login_failed:${randomUUID()}`, kind: 'login_failed', actorId } as const
      void activities.add([line]).catch(onFailure('activities'))
    },
  })
  const avatars = new AvatarFiles(files)
  const profile = new ProfileService({
    db,
    names,
    clock,
    onTexts: (member) => unlistedLines.addProfile(member),
    freshness,
    sessions,
    passwords,
    credentials,
    avatars,
    words,
    publisher,
    onFailure: onFailure('profile'),
  })
  const secondFactors = new SecondFactors({
    db,
    credentials,
    guesses,
    sessions,
    freshness,
    seals,
    tokens,
    log: moderationLog,
    siteName: settings.siteName,
    clock,
  })
  const mail = config.mail === undefined ? null : new Mail(config.mail, inBackground('mail'))
  const resets = new PasswordResets({
    db,
    auth,
    sessions,
    passwords,
    tokens,
    limits,
    mail,
    site: { name: settings.siteName, url: config.siteUrl, contact: config.contact ?? null },
    clock,
    inBackground: inBackground('password reset'),
  })
  const ownData = personalData(db, freshness)
  const deletion = new AccountDeletion({
    db,
    profile,
    credentials,
    codes,
    freshness,
    sessions,
    retired,
    data: ownData,
    clock,
  })
  const discipline = new DisciplineService({
    db,
    names,
    queries: members,
    sessions,
    freshness,
    notices: disciplineNotices,
    log: moderationLog,
    onBanChanged,
    clock,
  })
  const profiles = new MemberProfiles({ onlineAmong: (userIds) => sessions.onlineAmong(userIds), clock })
  const views = new Views(db, clock, redis, onFailure('views'), freshness)
  const attachments = new AttachmentService({ db, store: files, words, ids, idempotency, clock })
  const attachmentSweep = new AttachmentSweep({ db, store: files, clock })
  const posts = new PostService({
    db,
    queries: postQueries,
    commands,
    attachments,
    mentions: new Mentions(db),
    words,
    idempotency,
    ids,
  })
  const polls = new PollService({
    commands,
    queries: pollQueries,
    threadOf: (threadId, viewer) => postQueries.readableThread(threadId, viewer),
    clock,
  })
  const threads = new ThreadService({ boards, posts, polls, commands, words, idempotency, ids })
  const messageQueries = new MessageQueries(db, members)
  const caseQueries = new CaseQueries({
    db,
    boards,
    members,
    clock,
    wordsIn: (text) => words.placesIn(text),
  })
  const reports = new ReportService({
    db,
    queries: caseQueries,
    posts: postQueries,
    messages: messageQueries,
    members,
    publisher,
    ids,
    clock,
    onReported: (of) => unlistedLines.addReports(of),
    onFailure: onFailure('cases'),
  })
  const cases = new CaseService({
    db,
    queries: caseQueries,
    log: moderationLog,
    notices: caseNotices,
    posts,
    threads,
    discipline,
    publisher,
    clock,
    onFailure: onFailure('cases'),
  })
  const messages = new MessageService({
    db,
    members,
    blocks,
    delivery: messageDelivery,
    idempotency,
    limits,
    words,
    publisher,
    ids,
    clock,
  })
  const boardService = new BoardService({
    db,
    boards,
    freshness,
    ids,
    publisher,
    clock,
    log: moderationLog,
    requireFreshPassword: (viewer) => sessions.requireFreshPassword(viewer),
    onRightsChanged: (userIds) => sessions.applyRights(userIds),
    onFailure: onFailure('boards'),
  })
  const announcements = new Announcements({
    db,
    publisher,
    log: moderationLog,
    clock,
    freshness,
    onFailure: onFailure('announcement'),
  })
  const stats = new StatsQueries({ db, boards, cache, countOnline: deps.countOnline ?? null })
  const { siteUrl } = config
  const { siteName } = settings
  const site = () => ({ name: siteName(), url: siteUrl(), timeZone: config.siteTimeZone })
  const feeds = new FeedQueries({ db, boards, members, cache, siteName, siteUrl })
  const show = showThread({ queries: threadQueries, posts: postQueries, boards })
  const health = new Health(connection, redis, undefined, deps.isStopping)
  const siteHealth = new SiteHealth({
    health,
    surroundings: deps.surroundings ?? NO_SURROUNDINGS,
    backlog: () => backlog.state(),
    search: () => search.state(),
    lastBackup: () => lastBackup(db),
    readOnlySince: settings.readOnlySince,
  })

  const activityQueries = new ActivityQueries({
    db,
    cases: caseQueries,
    boards,
    members,
    countOnline: deps.countOnline ?? null,
    clock,
  })
  const logQueries = new LogQueries({ db, boards, members, calendar, clock })
  const purges = new PurgeService({
    db,
    members,
    threads,
    posts,
    log: moderationLog,
    requireFreshPassword: (viewer) => sessions.requireFreshPassword(viewer),
    ids,
    clock,
    onFailure: onFailure('purge'),
  })
  const undo = new UndoService({
    db,
    queries: logQueries,
    consumer: logModeration,
    threads,
    posts,
    discipline,
    announcements,
    boards: boardService,
    cases,
    purges,
    clock,
  })

  /** The features that keep something for a time, by the name under which a failure is reported. */
  const pruned = {
    notifications,
    'moderation log': moderationLog,
    cases,
    activities,
    words,
    invitations,
    addresses: signInAddresses,
  }
  /** What the process repeats while it runs, and the name under which a failure is reported. */
  const recurringWork: [intervalMs: number, what: string, work: () => Promise<unknown>][] = [
    ...Object.entries(pruned).map(([what, feature]): (typeof recurringWork)[number] => [
      PRUNE_INTERVAL_MS,
      what,
      () => feature.prune(),
    ]),
    [SWEEP_INTERVAL_MS, 'sweep', () => sweeper.once()],
    [SCRUB_INTERVAL_MS, 'scrub', () => scrubber.pass()],
    [ATTACHMENT_SWEEP_INTERVAL_MS, 'attachments', () => attachmentSweep.once()],
    [MAINTENANCE_INTERVAL_MS, 'search', () => search.maintain()],
    [SETTINGS_INTERVAL_MS, 'settings', () => settings.refresh()],
    [SESSIONS_INTERVAL_MS, 'session', () => sessions.flush()],
    [REVOCATIONS_INTERVAL_MS, 'session', () => sessions.publishAgain()],
    [VIEWS_INTERVAL_MS, 'views', () => views.flush()],
  ]
  let stopRecurringWork: StopRepeating[] = []

  const handlers: Handlers = {
    ...announcementRoutes(announcements, settings.readOnlySince),
    ...invitationRoutes(invitations),
    ...boardPageRoutes(boardPages, boardService),
    ...feedRoutes(feeds),
    ...statsRoutes(stats),
    ...authRoutes({
      auth,
      sessions,
      profile,
      credentials,
      resets,
      deletion,
      demoSignIn: new DemoSignIn(config),
      secondFactors,
    }),
    checkTyping: async ({ body }) => ({ isShown: await typing.isShown(body.token, body.threadId) }),
    ...accountExportRoutes(ownData, (viewer) => sessions.requireFreshPassword(viewer)),
    ...memberRoutes(members, profiles, boardModerators),
    ...blockRoutes(blocks),
    ...followRoutes(follows),
    ...disciplineRoutes(discipline, profiles),
    ...threadRoutes({
      service: threads,
      queries: threadQueries,
      memberThreads,
      posts: postQueries,
      boards,
      readStates,
      views,
      onRead: (userId, threadId, number) => notifications.readThread(userId, threadId, number),
      onMarkedRead: (userId, marked) => notifications.readThreads(userId, marked),
    }),
    ...pollRoutes(polls),
    ...postRoutes(posts, postQueries),
    ...reportRoutes({ reports, cases, queries: caseQueries }),
    ...wordRoutes(words),
    ...settingsRoutes(settings),
    ...purgeRoutes(purges),
    ...activityRoutes(activityQueries),
    ...moderationRoutes({
      log: logQueries,
      undo,
      batch: new BatchService({ threads, consumer: logModeration }),
      notes: new StaffNotes({ db, members, ids, clock }),
    }),
    ...watchRoutes(watches, show),
    ...bookmarkRoutes({ memberThreads, posts: postQueries, readStates, showThread: show }),
    ...attachmentRoutes(attachments),
    ...fileRoutes(files, [avatars, new AttachmentFiles(db, threadCache)]),
    ...pushRoutes(push),
    ...notificationRoutes({
      service: notifications,
      queries: notificationQueries,
      settings: notificationSettings,
      unreadCounts,
      watches,
      showThread: show,
    }),
    ...searchRoutes(
      new SearchQueries({
        db,
        engine: search,
        threads: threadQueries,
        posts: postQueries,
        boards,
        members,
        calendar,
      }),
    ),
    ...messageRoutes({ service: messages, queries: messageQueries, unreadCounts }),
    ...healthRoutes(health, siteHealth),
  }

  const app = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy })
  // Only errors from outside `handleErrors` reach this handler: a broken socket, or a failure of logging itself.
  app.on('error', (error: unknown) => log.debug({ err: error }, 'connection error'))
  app.use(discardUnreadBodies)
  app.use(requireTarget)
  app.use(requestId)
  app.use(logRequests(log))
  app.use(metrics.middleware())
  app.use(warnOfUntrustedProxy(config.trustProxy, log))
  app.use(handleErrors(log))
  app.use(commonHeaders(config.corsOrigins))
  app.use(refuseEndlessBodies)
  const router = createRouter()
  mount(router, handlers, {
    identify: (token) => sessions.identify(token),
    identifyKnown: (token) => sessions.identifyKnown(token),
    limits,
    isReadOnly: settings.isReadOnly,
    uploads: new UploadMemory(),
    gatewaySecret: config.gatewaySecret,
    checkResponses: config.checkResponses,
  })
  mountDocs(router, { siteName, registry, metricsToken: config.metricsToken, limits })
  mountCrawlerFiles(router, { feeds, limits, clock, siteUrl, securityContact: config.securityContact })
  const addresses = new OldAddresses(db)
  if (!deps.page) mountOldAddresses(router, { addresses, limits, notFound: nothingThere })
  else {
    const { shell, headers } = deps.page
    const pages = new HtmlPages({
      shell,
      site,
      threads: threadQueries,
      boards,
      boardPages,
      announcements,
      members,
      profiles,
      clock,
    })
    mountHtmlPages(router, { pages, limits, headers, log })
    const notFound = (ctx: Koa.Context) => {
      const { status, body } = pages.failed(new ForumError('NOT_FOUND'))
      ctx.set(headers)
      ctx.set('Content-Type', 'text/html; charset=utf-8')
      ctx.status = status
      ctx.body = body.bytes
      return Promise.resolve()
    }
    mountOldAddresses(router, { addresses, limits, notFound })
  }
  serveRoutes(app, router)
  const fastReads = new FastReads({
    router,
    reads: jsonReads(contract, handlers),
    identifyKnown: (token) => sessions.identifyKnown(token),
    limits,
    addressOf: (req) => Object.assign(Object.create(app.request) as Koa.Request, { app, req }).ip,
    metrics,
    log,
    checkResponses: config.checkResponses,
  })

  return {
    db,
    /** How the site is called at present. */
    site,
    /** Handles requests: plain reads directly, all others through Koa. */
    callback: () => {
      const koa = app.callback()
      return (req: IncomingMessage, res: ServerResponse): void => {
        if (!fastReads.handle(req, res)) void koa(req, res)
      }
    },
    /** Identifies tokens, for a gateway in the same process. */
    identify: async (tokens: string[]): Promise<(TokenHolder | null)[]> =>
      (await sessions.identifyAll(tokens)).map((viewer) => viewer && presentTokenHolder(viewer)),
    /** Whether others may see that the holder of a token writes a reply, for a gateway in the same process. */
    mayType: (token: string, threadId: number) => typing.isShown(token, threadId),
    /** The services that the routes call, for seeds and imports. */
    services: {
      auth,
      accounts: new AccountAdmin({ db, auth, passwords, sessions, secondFactors }),
      posts,
      threads,
      messages,
      reports,
      avatars,
      ids,
      sessions,
      settings,
      purges,
    },
    /** Loads whole threads with their history into a forum that is not in use yet. */
    load: {
      messages: (past: readonly PastMessage[]) => loadMessages({ db, mailboxes, unreadCounts }, past),
      notifications: (histories: readonly ThreadHistory[], times: { since: Date; readUntil: Date }) =>
        loadNotifications({ db, ids, unreadCounts }, histories, times),
      history: (threadId: number) => new ThreadHistory(threadId, calendar),
      /** Writes the content of another forum under its own ids; `finishRestore` then counts and derives. */
      imports: new ImportLoader({ db, names, ids, attachments, avatars, readStates, clock }),
      save: async (histories: readonly ThreadHistory[]) => {
        await loadThreads(db, threadLog, histories)
        await readStates.load(postsOf(histories))
        const boardIds = histories.flatMap(({ folded }) => folded.thread?.boardId ?? [])
        for (const boardId of new Set(boardIds)) await lastThreads.refresh(boardId)
        await search.index(histories.flatMap(changesOf))
      },
    },
    /** Counts boards, members and threads again; returns how many were wrong. */
    recount: async () => {
      const repaired = { boards: 0, members: 0, threads: 0 }
      const [boardCount, memberCount, threadCount] = await Promise.all([
        db.boards.countDocuments({}),
        db.members.countDocuments({}),
        db.threads.countDocuments({}),
      ])
      const walks = { boards: boardCount, members: memberCount, threads: threadCount }
      for (let passes = Scrubber.passesFor(walks); passes > 0; passes--) {
        const found = await scrubber.once()
        for (const what of ['boards', 'members', 'threads'] as const) repaired[what] += found[what]
      }
      return repaired
    },
    /** Brings everything that is derived up to date in a database that was filled from a backup. */
    finishRestore: (say: (step: string) => void) =>
      new RestoredForum({
        db,
        threadLog,
        refreshLastThread: (boardId) => lastThreads.refresh(boardId),
        deriveMailboxes: () => deriveMailboxes({ db, mailboxes, unreadCounts }),
        refreshUnread: (memberIds) => unreadCounts.refreshAll(memberIds),
        rebuildSearch: () => search.rebuild(() => undefined),
      }).finish(say),
    /** Resolves once everything that can be published, counted or recorded has been. */
    settle: async () => {
      await purges.drain()
      await Promise.all([threadLog.drain(), background.drain()])
      await push.drain()
    },
    sweep: () => sweeper.once(),
    sweepAttachments: () => attachmentSweep.once(),
    scrub: () => scrubber.once(),
    flushViews: () => views.flush(),
    /** Removes what every feature no longer keeps; rejects if one of them fails. */
    prune: () => Promise.all(Object.values(pruned).map((feature) => feature.prune())),
    /** The index of posts, for its operator. */
    search,
    /** Finishes the work that the last run left behind and starts the recurring work. The database must be prepared. */
    start: async (): Promise<void> => {
      await settings.refresh()
      await threadLog.recover()
      await sweeper.once()
      stopRecurringWork = recurringWork.map(([ms, what, work]) => repeat(ms, work, onFailure(what)))
      search.load().catch(onFailure('search'))
    },
    /** Ends the recurring work and writes buffered data. The caller closes the connection. */
    stop: async (): Promise<void> => {
      const stopped = stopRecurringWork.map((stop) => stop())
      // The next sweep handles what is not drained within that time, for example because Redis hangs.
      const drained = Promise.all([
        purges.stop().then(() => threadLog.drain()),
        background.drain().then(() => mail?.close()),
        push.drain(),
      ])
      await Promise.race([drained, wait(DRAIN_MS, undefined, { ref: false })])
      await Promise.all([...stopped, views.flush(), sessions.flush()])
      liveUpdates.stop()
    },
  }
}
export type ForumApi = ReturnType<typeof createApi>
