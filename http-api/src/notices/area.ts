import { NAMING_KINDS } from '@forum/shared/notification-kinds'
import type { AccountsArea } from '../accounts'
import type { BoardsArea } from '../boards'
import type { LogArea, ThreadLogCollections } from '../log'
import type { MemberDoc, MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { Collection } from '../platform/mongo/model'
import { dataFrom } from '../platform/personal-data'
import { Provided } from '../platform/work/provided'
import type { RecordArea } from '../record'
import type { SiteArea } from '../site'
import type { ThreadsArea } from '../threads'
import { AccountNotices } from './account-notices.service'
import { FactReader } from './facts'
import { createMails } from './mail/create-mails'
import type { UnreadMessage } from './mail/notice-letters'
import type { OutgoingMailDoc } from './mail/outgoing-mails.model'
import { quietUntil } from './mail/quiet'
import { LiveUpdates } from './live-updates.consumer'
import { MovedNotices } from './moved-notices.consumer'
import { NoticePublisher } from './notice-publisher'
import { NotificationStore } from './notification-store.service'
import { NotificationConsumer } from './notifications.consumer'
import {
  notificationFields,
  notificationSettingsFields,
  type NotificationDoc,
  type NotificationSettingsDoc,
} from './notifications.model'
import { NotificationQueries } from './notifications.queries'
import { notificationRoutes } from './notifications.routes'
import { NotificationService } from './notifications.service'
import { PUBLIC_NETWORK, type PushNetwork } from './public-requests'
import { PushKeys } from './push/push-keys.service'
import { PushSender, subjectOf } from './push/push-sender'
import { pushSubscriptionFields, type PushKeysDoc, type PushSubscriptionDoc } from './push/push.model'
import { pushRoutes } from './push/push.routes'
import { Push } from './push/push.service'
import { NotificationSettingsStore } from './settings.service'
import type { UnreadCountDoc } from './unread-counts.model'
import { UnreadCounts } from './unread-counts.service'
import { createWebhooks } from './webhooks/create-webhooks'
import type { WebhookDeliveryDoc, WebhookDoc } from './webhooks/webhooks.model'

interface NoticesNeeds {
  log: Pick<LogArea, 'freshness' | 'threadCache'>
  members: Pick<MembersArea, 'queries' | 'blocks' | 'follows'>
  boards: Pick<BoardsArea, 'queries' | 'levels' | 'readers' | 'requireFreshPassword'>
  record: Pick<RecordArea, 'log'>
  site: Pick<SiteArea, 'settings' | 'identity'>
  accounts: Pick<AccountsArea, 'sessions' | 'mail' | 'onSecurityChange'>
  threads: Pick<ThreadsArea, 'postQueries' | 'readStates' | 'watches' | 'show' | 'onRead' | 'onMarkedRead'>
  /** Where push messages may be sent; the public internet by default. */
  pushNetwork: PushNetwork | undefined
}

function createPush(
  { db, config, clock, onFailure }: Ground<NoticesDb>,
  { site, accounts, pushNetwork = PUBLIC_NETWORK }: NoticesNeeds,
  settings: NotificationSettingsStore,
): Push {
  return new Push({
    db,
    sender: new PushSender(pushNetwork, () => subjectOf(config), clock),
    keys: new PushKeys(db),
    settingsOf: (userId) => settings.get(userId),
    isQuiet: (of) => quietUntil(of, clock.now(), config.siteTimeZone) !== null,
    aliveAmong: (sessionIds) => accounts.sessions.aliveAmong(sessionIds),
    siteName: () => site.settings.siteName(),
    clock,
    onFailure: onFailure('push'),
  })
}

/** News for members: events of the log for open pages, notifications, push messages and unread counts. */
export function createNotices(ground: Ground<NoticesDb>, needs: NoticesNeeds) {
  const { db, config, ids, publisher, clock, onFailure } = ground
  const { log, members, boards, accounts, threads, pushNetwork = PUBLIC_NETWORK } = needs
  const { freshness, threadCache } = log
  // Mailboxes count what is unread in them.
  const countMessages = new Provided<[memberIds: readonly number[]], Promise<ReadonlyMap<number, number>>>(
    'unread messages',
  )

  const unreadMessages = new Provided<[userId: number, senderId: number], Promise<UnreadMessage[]>>(
    'unread messages of a sender',
  )

  const rightsOf = (userIds: readonly number[]) => boards.readers.rightsOfAll(userIds)
  const liveUpdates = new LiveUpdates({
    threads: threadCache,
    posts: threads.postQueries,
    members: members.queries,
    boards: boards.queries,
    publisher,
    freshness,
  })
  const queries = new NotificationQueries({
    db,
    members: members.queries,
    boards: boards.queries,
    rightsOf,
  })
  const unreadCounts = new UnreadCounts({
    db,
    publisher,
    freshness,
    countMessages: countMessages.call,
    rightsOf,
    countNotifications: (memberIds) => queries.countUnread(memberIds),
  })
  const store = new NotificationStore(db, ids, (userIds) => unreadCounts.expectChange(userIds))
  const settings = new NotificationSettingsStore(db, clock, config.siteTimeZone)
  const service = new NotificationService({
    store,
    queries,
    unreadCounts,
    clock,
    onFailure: onFailure('notifications'),
  })
  threads.onRead.by((userId, threadId, number) => service.readThread(userId, threadId, number))
  threads.onMarkedRead.by((userId, marked) => service.readThreads(userId, marked))
  const push = createPush(ground, needs, settings)
  const facts = new FactReader({
    db,
    store,
    settings,
    watches: threads.watches,
    followersOf: (userId, batch) => members.follows.followersOf(userId, batch),
    boardFollowersOf: (boardId, batch) => boards.levels.followersOf(boardId, batch),
    readStates: threads.readStates,
    blockersOf: (memberIds, among) => members.blocks.blockersOf(memberIds, among),
    rightsOf,
    clock,
  })
  const mails = createMails(ground, {
    ...needs,
    rightsOf,
    settings,
    queries,
    unreadMessages: unreadMessages.call,
  })
  const noticePublisher = new NoticePublisher({ publisher, queries, push, mail: mails.want })
  const consumer = new NotificationConsumer({
    db,
    threads: threadCache,
    facts,
    store,
    readStates: threads.readStates,
    unreadCounts,
    publisher: noticePublisher,
    clock,
  })
  const webhooks = createWebhooks(ground, needs, pushNetwork)
  const accountNotices = new AccountNotices({
    store,
    unreadCounts,
    publisher: noticePublisher,
    threads: threadCache,
  })
  accounts.onSecurityChange.by((notification) => accountNotices.notify(notification))
  return {
    services: { accountNotices, unreadCounts, push, countMessages, unreadMessages, wantMail: mails.want },
    routes: {
      ...pushRoutes(push),
      ...mails.routes,
      ...webhooks.routes,
      ...notificationRoutes({
        service,
        queries,
        settings,
        unreadCounts,
        watches: threads.watches,
        showThread: threads.show,
      }),
    },
    consumers: [
      liveUpdates,
      consumer,
      webhooks.consumer,
      new MovedNotices({ db, unreadCounts, onFailure: onFailure('moved notices') }),
    ],
    sweeps: mails.sweeps,
    recurring: [webhooks.recurring],
    prunes: { notifications: () => service.prune(), webhooks: webhooks.prune },
    personal: [...personalData(db), ...mails.personal],
    drain: async () => {
      await Promise.all([push.drain(), webhooks.drain()])
      await mails.drain()
    },
    stop: () => Promise.resolve(liveUpdates.stop()),
  }
}
export type NoticesArea = ReturnType<typeof createNotices>['services']
type NoticesDb = ThreadLogCollections & {
  members: Collection<MemberDoc>
  notifications: Collection<NotificationDoc>
  notificationSettings: Collection<NotificationSettingsDoc>
  pushKeys: Collection<PushKeysDoc>
  pushSubscriptions: Collection<PushSubscriptionDoc>
  unreadCounts: Collection<UnreadCountDoc>
  outgoingMails: Collection<OutgoingMailDoc>
  webhooks: Collection<WebhookDoc>
  webhookDeliveries: Collection<WebhookDeliveryDoc>
}

const personalData = ({ notifications, notificationSettings, pushSubscriptions }: NoticesDb) => [
  dataFrom('notifications', notifications, {
    fields: notificationFields,
    of: (userId) => ({ userId }),
    stages: () => [{ $sort: { at: -1, _id: -1 } }],
    // The member must not learn the moderator's name, which only the log contains.
    computed: { parts: { $cond: [{ $in: ['$kind', NAMING_KINDS] }, '$parts', '$$REMOVE'] } },
    erase: (userId) => notifications.deleteMany({ userId }),
  }),
  dataFrom('notification-settings', notificationSettings, {
    fields: notificationSettingsFields,
    of: (userId) => ({ _id: userId }),
    erase: (userId) => notificationSettings.deleteOne({ _id: userId }),
  }),
  dataFrom('push-subscriptions', pushSubscriptions, {
    fields: pushSubscriptionFields,
    of: (userId) => ({ userId }),
    erase: (userId) => pushSubscriptions.deleteMany({ userId }),
  }),
]
