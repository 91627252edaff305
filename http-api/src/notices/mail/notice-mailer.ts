import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS, type Clock } from '@forum/shared/clock'
import type { NotificationSettings } from '@forum/shared/contract'
import { MAIL_KIND_TEXTS, NOTICE_MAILS, type Language } from '@forum/shared/bilingual'
import { isRefusedForGood, type Mail } from '../../accounts'
import { isOpenAt, NOT_DELETED, type MemberDoc } from '../../members'
import type { Collection } from '../../platform/mongo/model'
import type { NotificationDoc } from '../notifications.model'
import type { NotificationSettingsStore } from '../settings.service'
import type { DigestLetters } from './digest-letters'
import { htmlOf, textOf, type Letter } from './letter'
import type { MailQueue } from './mail-queue.service'
import type { Ended, MailTokens } from './mail-tokens'
import { kindNames, type NewsPart, type NoticeLetters } from './notice-letters'
import type { OutgoingMailDoc } from './outgoing-mails.model'
import { quietUntil } from './quiet'

export type MailOutcome = 'sent' | 'unneeded' | 'delayed' | 'refused' | 'failed' | 'dropped'

/** The pause of sending after a failure of the server, and the longest one after several in a row. */
const PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = 30 * MINUTE_MS

type Recipient = Pick<
  MemberDoc,
  '_id' | 'username' | 'email' | 'emailVerifiedAt' | 'emailBouncedAt' | 'status' | 'bannedUntil' | 'script'
>

interface Written {
  letter: Letter
  /** The kind of mails that the mail's links end. */
  ended: Ended
  notificationIds: number[]
}

interface Reader {
  member: Recipient
  settings: NotificationSettings
  language: Language
}

export interface NoticeMailerDeps {
  db: { members: Collection<MemberDoc>; notifications: Collection<NotificationDoc> }
  /** Null if mail is not configured. */
  mail: Pick<Mail, 'deliver'> | null
  queue: MailQueue
  settings: NotificationSettingsStore
  letters: NoticeLetters
  digests: DigestLetters
  tokens: MailTokens
  site: () => Letter['site'] & { url: string; timeZone: string }
  /** The mailbox to which mail that comes back is sent; undefined if there is none. */
  bounces: string | undefined
  onSent: (outcome: MailOutcome) => void
  onFailure: (error: unknown) => void
  clock: Clock
}

/**
 * Sends the mails that are due, one after another, so that a process that dies in the middle leaves at most one that is
 * sent twice.
 */
export class NoticeMailer {
  private sweeping: Promise<void> | null = null
  private pausedUntil = 0
  private failures = 0

  constructor(private readonly deps: NoticeMailerDeps) {}

  /** Sends everything that is due; a call while another runs waits for it. */
  sweep(): Promise<void> {
    this.sweeping ??= this.sendDue().finally(() => {
      this.sweeping = null
    })
    return this.sweeping
  }

  /** Resolves once the mails that are being sent are. */
  async drain(): Promise<void> {
    await this.sweeping
  }

  private async sendDue(): Promise<void> {
    const { mail, queue, onSent, onFailure, clock } = this.deps
    if (mail === null) return
    while (clock.now().getTime() >= this.pausedUntil) {
      const begunAt = performance.now()
      const next = await queue.takeNext()
      if (next === null) return
      try {
        onSent(await this.sendOne(next, mail))
        this.failures = 0
      } catch (error) {
        onFailure(error)
        onSent((await queue.retry(next)) === 'dropped' ? 'dropped' : 'failed')
        const pauseMs = Math.min(PAUSE_MS * 2 ** this.failures, LONGEST_PAUSE_MS)
        this.pausedUntil = clock.now().getTime() + pauseMs
        this.failures += 1
      }
      // As long as the mail has taken: the digests of many members leave half of the time to requests.
      await wait(performance.now() - begunAt)
    }
  }

  private async sendOne(next: OutgoingMailDoc, mail: Pick<Mail, 'deliver'>): Promise<MailOutcome> {
    const { queue, clock, site } = this.deps
    const reader = await this.readerOf(next.userId)
    if (reader === null) {
      await queue.finish(next)
      return 'unneeded'
    }
    const until = quietUntil(reader.settings, clock.now(), site().timeZone)
    if (until !== null) {
      await queue.delay(next, until)
      return 'delayed'
    }
    const others = next.isDelayed && next.group !== 'digest' ? await queue.delayedOf(next) : []
    const together = [next, ...others.filter(({ group }) => group !== 'digest')]
    // Before the news are read: what arrives meanwhile is newer.
    const readAt = clock.now()
    const written = await this.write(together, reader)
    const outcome =
      written === null ? 'unneeded' : await this.deliver(next, { ...written, readAt, reader, mail })
    for (const one of together) await queue.finish(one)
    return outcome
  }

  /** Returns a member who may be mailed: with an open account and a verified address from which nothing came back. */
  private async readerOf(userId: number): Promise<Reader | null> {
    const { db, settings, clock } = this.deps
    const member = await db.members.findOne<Recipient>(
      { _id: userId },
      {
        projection: {
          username: 1,
          email: 1,
          emailVerifiedAt: 1,
          emailBouncedAt: 1,
          status: 1,
          bannedUntil: 1,
          script: 1,
        },
      },
    )
    const isReachable =
      member !== null &&
      isOpenAt(member, clock.now()) &&
      member.email !== '' &&
      Boolean(member.emailVerifiedAt) &&
      !member.emailBouncedAt
    if (!isReachable) return null
    return { member, ...(await settings.withLanguage(userId)) }
  }

  private async write(together: readonly OutgoingMailDoc[], reader: Reader): Promise<Written | null> {
    if (together[0]?.group === 'digest') return this.writeDigest(reader)
    const found: NewsPart[] = []
    for (const one of together) {
      const part = await this.deps.letters.partOf(one, reader.settings, reader.language)
      if (part) found.push(part)
    }
    return found.length === 0 ? null : this.writeNews(found, reader)
  }

  private writeNews(found: readonly NewsPart[], { member, settings, language }: Reader): Written | null {
    const { url, ...site } = this.deps.site()
    const [first] = found
    if (!first) return null
    const lines = found.flatMap((part) => part.lines)
    const kinds = [...new Set(found.flatMap((part) => part.kinds))]
    const isOne = found.length === 1
    const hidden = NOTICE_MAILS.hidden[language]
    const title = settings.hideContent
      ? hidden
      : isOne
        ? (lines[0] ?? hidden)
        : NOTICE_MAILS.several(found.reduce((sum, { count }) => sum + count, 0))[language]
    const ended: Ended = kinds[0] ?? 'all'
    const toList = { label: NOTICE_MAILS.toNotifications[language], url: `${url}/notifications` }
    const letter: Letter = {
      language,
      script: member.script,
      site,
      subject: `${title} · ${site.name}`,
      title,
      lines: settings.hideContent ? [] : isOne ? lines.slice(1) : lines,
      quotes: settings.hideContent ? [] : found.flatMap((part) => part.quotes),
      threads: [],
      button:
        isOne && !settings.hideContent
          ? { label: first.button.label, url: `${url}${first.button.path}` }
          : toList,
      why: NOTICE_MAILS.why(kindNames(kinds, language))[language],
      links: this.linksOf(member._id, ended, language),
    }
    return { letter, ended, notificationIds: found.flatMap((part) => part.notificationIds) }
  }

  private async writeDigest({ member, settings, language }: Reader): Promise<Written | null> {
    if (settings.digest === 'off') return null
    const { url, ...site } = this.deps.site()
    const threads = await this.deps.digests.threadsFor(member._id, settings, { language, siteUrl: url })
    if (threads.length === 0) return null
    const title = NOTICE_MAILS.digestTitle[settings.digest][language]
    const letter: Letter = {
      language,
      script: member.script,
      site,
      subject: `${title} · ${site.name}`,
      title,
      lines: [],
      quotes: [],
      threads,
      button: { label: NOTICE_MAILS.toForum[language], url },
      why: NOTICE_MAILS.digestWhy[settings.digest][language],
      links: this.linksOf(member._id, 'digest', language),
    }
    return { letter, ended: 'digest', notificationIds: [] }
  }

  private linksOf(userId: number, ended: Ended, language: Language): Letter['links'] {
    const { url } = this.deps.site()
    const all = { label: NOTICE_MAILS.unsubscribeAll[language], url: this.unsubscribeUrl(userId, 'all') }
    const name = MAIL_KIND_TEXTS[ended][language]
    const one = {
      label: NOTICE_MAILS.unsubscribe(name)[language],
      url: this.unsubscribeUrl(userId, ended),
    }
    const settings = { label: NOTICE_MAILS.settings[language], url: `${url}/notifications?view=settings` }
    return ended === 'all' ? [settings, all] : [settings, one, all]
  }

  private unsubscribeUrl(userId: number, ended: Ended): string {
    const { tokens, site } = this.deps
    return `${site().url}/api/mail/unsubscribe?token=${tokens.unsubscribe(userId, ended)}`
  }

  private async deliver(
    next: OutgoingMailDoc,
    sent: {
      letter: Letter
      ended: Ended
      notificationIds: number[]
      readAt: Date
      reader: Reader
      mail: Pick<Mail, 'deliver'>
    },
  ): Promise<MailOutcome> {
    const { db, tokens, bounces, site } = this.deps
    const { letter, ended, notificationIds, readAt, reader, mail } = sent
    const { member } = reader
    const host = new URL(site().url).hostname
    const idOf = (text: string) => `<${createHash('sha256').update(text).digest('hex').slice(0, 32)}@${host}>`
    try {
      await mail.deliver({
        to: member.email,
        subject: letter.subject,
        text: textOf(letter),
        html: htmlOf(letter),
        language: letter.language,
        script: letter.script,
        // A mail that is sent twice, since a process died, is recognised by it.
        messageId: idOf(`${next._id}:${next.version}:${next.since.getTime()}`),
        // Mail programs show the mails of a thread together.
        references: idOf(next._id),
        headers: {
          'List-Unsubscribe': { prepared: true, value: `<${this.unsubscribeUrl(member._id, ended)}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
        },
        ...(bounces === undefined
          ? {}
          : { envelope: { from: tokens.bounceAddress(bounces, member._id), to: member.email } }),
      })
    } catch (error) {
      if (!isRefusedForGood(error)) throw error
      await db.members.updateOne(
        { _id: member._id, email: member.email, ...NOT_DELETED },
        { $set: { emailBouncedAt: readAt } },
      )
      return 'refused'
    }
    if (notificationIds.length > 0) {
      await db.notifications.updateMany({ _id: { $in: notificationIds } }, { $set: { mailedAt: readAt } })
    }
    return 'sent'
  }
}
