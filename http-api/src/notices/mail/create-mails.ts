import type { BoardRights } from '@forum/shared/access'
import { Gauge, Counter } from 'prom-client'
import type { AccountsArea } from '../../accounts'
import type { BoardsArea } from '../../boards'
import type { LogArea, ThreadLogCollections } from '../../log'
import type { MemberDoc, MembersArea } from '../../members'
import type { Ground } from '../../platform/ground'
import type { Collection } from '../../platform/mongo/model'
import { dataFrom } from '../../platform/personal-data'
import type { SiteArea } from '../../site'
import type { ThreadsArea } from '../../threads'
import type { WantedMail } from '../notice-publisher'
import type { NotificationDoc, NotificationSettingsDoc } from '../notifications.model'
import type { NotificationQueries } from '../notifications.queries'
import type { NotificationSettingsStore } from '../settings.service'
import { DigestLetters } from './digest-letters'
import { Digests } from './digests'
import { MailQueue } from './mail-queue.service'
import { MailTokens } from './mail-tokens'
import { mailRoutes } from './mail.routes'
import { NoticeLetters, type UnreadMessage } from './notice-letters'
import { NoticeMailer } from './notice-mailer'
import { outgoingMailFields, type OutgoingMailDoc } from './outgoing-mails.model'

interface MailsNeeds {
  rightsOf: (userIds: readonly number[]) => Promise<(userId: number) => BoardRights>
  log: Pick<LogArea, 'freshness'>
  members: Pick<MembersArea, 'queries' | 'blocks'>
  boards: Pick<BoardsArea, 'levels'>
  site: Pick<SiteArea, 'identity'>
  accounts: Pick<AccountsArea, 'mail'>
  threads: Pick<ThreadsArea, 'readStates'>
  settings: NotificationSettingsStore
  queries: NotificationQueries
  unreadMessages: (userId: number, senderId: number) => Promise<UnreadMessage[]>
}

/** Mails about notifications, digests, the links that end them, and mail that comes back. */
export function createMails(ground: Ground<MailsDb>, needs: MailsNeeds) {
  const { db, config, clock, onFailure, registry } = ground
  const { log, members, site, accounts, threads, settings, queries, unreadMessages } = needs
  const queue = new MailQueue(db, clock)
  const tokens = new MailTokens(config.tokenSecret)
  const outcomes = new Counter({
    name: 'forum_mails_total',
    help: 'Mails about notifications, by what became of them',
    labelNames: ['outcome'],
    registers: [registry],
  })
  new Gauge({
    name: 'forum_mails_waiting',
    help: 'Mails about notifications that wait to be sent',
    registers: [registry],
    async collect() {
      this.set(await queue.count().catch(() => NaN))
    },
  })
  const mailer = new NoticeMailer({
    db,
    mail: accounts.mail,
    queue,
    settings,
    letters: new NoticeLetters({ db, queries, members: members.queries, unreadMessages }),
    digests: new DigestLetters({
      db,
      members: members.queries,
      blocks: members.blocks,
      readStates: threads.readStates,
      levels: needs.boards.levels,
      rightsOf: needs.rightsOf,
      clock,
    }),
    tokens,
    site: () => {
      const { name, seal, accent, contact } = site.identity.current()
      return { name, seal, accent, contact, url: config.siteUrl(), timeZone: config.siteTimeZone }
    },
    bounces: config.mail?.bounces?.address,
    onSent: (outcome) => outcomes.inc({ outcome }),
    onFailure: onFailure('mail'),
    clock,
  })
  const digests = new Digests({ db, queue, siteTimeZone: config.siteTimeZone, clock })
  return {
    /** Has news mailed to those of the members who want this kind mailed. */
    want: async (news: readonly WantedMail[]): Promise<void> => {
      if (accounts.mail === null || news.length === 0) return
      const chosen = await settings.getAll([...new Set(news.map(({ userId }) => userId))])
      await queue.add(news.filter(({ userId, kind }) => chosen.get(userId)?.[kind] === 'mail'))
    },
    routes: mailRoutes({
      db,
      tokens,
      settings,
      bouncesSecret: config.mail?.bounces?.secret,
      siteName: () => site.identity.current().name,
      freshness: log.freshness,
      now: () => clock.now(),
    }),
    sweeps: {
      // Digests first, so that those that are due are sent at once.
      mails: async () => {
        if (accounts.mail === null) return
        await digests.sweep()
        await mailer.sweep()
      },
    },
    personal: [
      dataFrom('outgoing-mails', db.outgoingMails, {
        fields: outgoingMailFields,
        of: (userId) => ({ userId }),
        erase: (userId) => db.outgoingMails.deleteMany({ userId }),
      }),
    ],
    drain: () => mailer.drain(),
  }
}
type MailsDb = ThreadLogCollections & {
  members: Collection<MemberDoc>
  notifications: Collection<NotificationDoc>
  notificationSettings: Collection<NotificationSettingsDoc>
  outgoingMails: Collection<OutgoingMailDoc>
}
