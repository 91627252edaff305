import { createHash } from 'node:crypto'
import { MINUTE_MS, type Clock } from '@forum/shared/clock'
import type { NotificationSettings } from '@forum/shared/contract'
import type { NotificationSettingKind } from '@forum/shared/notification-kinds'
import { type Language, refusedField } from '@forum/shared/errors'
import { PUSH_TEXTS } from '@forum/shared/bilingual'
import { PUSH_FAILURES_MAX, PUSH_SUBSCRIPTIONS_PER_MEMBER } from '../../platform/limits'
import { isolated } from '@forum/shared/text'
import { DURABLE } from '../../platform/mongo/database'
import type { Viewer } from '../../platform/http/viewer'
import type { Collection } from '../../platform/mongo/model'
import { MemberTurns } from './member-turns'
import type { PushKeys } from './push-keys.service'
import { pushPayload } from './push-payload'
import type { PushSender } from './push-sender'
import type { PushKeysDoc, PushSubscriptionDoc } from './push.model'

/** News whose members are still to be looked up; beyond that the newest is dropped. */
const WAITING_MAX = 5_000
/** Maximum number of news for which one query finds who has subscriptions at all; most members have none. */
const SOUGHT_AT_ONCE = 100
const DAY_SECONDS = 24 * 60 * 60
/** Returns the milliseconds for which a subscription is skipped after this many failures in a row. */
const skippedMs = (failures: number) => MINUTE_MS * 4 ** (failures - 1)

/** The text of a push message, in the language of a device. */
export interface PushText {
  title: string
  body: string
}

/** News to push to a member's devices. */
export interface PushNews {
  userId: number
  kind: NotificationSettingKind
  /** Replaces the message that the device still shows, or waits for, under the same tag. */
  tag: string
  /** The path that it opens. */
  path: string
  /** Null if the member no longer sees what it is about. */
  textIn: (language: Language) => PushText | null | Promise<PushText | null>
}

const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')
/** A topic has at most 32 characters of base64url. */
const topicOf = (userId: number, tag: string) =>
  createHash('sha256').update(`${userId} ${tag}`).digest('base64url').slice(0, 32)

export interface PushDeps {
  db: { pushSubscriptions: Collection<PushSubscriptionDoc> }
  sender: PushSender
  keys: PushKeys
  settingsOf: (userId: number) => Promise<NotificationSettings>
  /** Returns true if it is now within the member's quiet hours. */
  isQuiet: (settings: NotificationSettings) => boolean
  /** Returns which of these sessions are alive. */
  aliveAmong: (sessionIds: readonly number[]) => Promise<ReadonlySet<number>>
  siteName: () => string
  clock: Clock
  onFailure: (error: unknown) => void
}

/**
 * Sends news to the devices on which members want push messages. News that a dying process did not send remains in the
 * list of notifications.
 */
export class Push {
  private readonly waiting: PushNews[] = []
  private seeking: Promise<void> | null = null
  private readonly turns: MemberTurns
  /** Turns of devices that have not responded to their last message: they never keep others waiting. */
  private readonly unprovenTurns: MemberTurns

  constructor(private readonly deps: PushDeps) {
    this.turns = new MemberTurns(deps.onFailure)
    this.unprovenTurns = new MemberTurns(deps.onFailure)
  }

  async publicKey(): Promise<string> {
    return (await this.deps.keys.get()).publicKey
  }

  /**
   * Subscribes a browser for the caller's session. A browser belongs to the member for whom it was last subscribed.
   *
   * @throws ForumError `VALIDATION_FAILED` for an endpoint that is not on the public internet
   */
  async subscribe(
    { actor, sessionId }: Viewer,
    { endpoint, keys }: Pick<PushSubscriptionDoc, 'endpoint' | 'keys'>,
    language: Language,
  ): Promise<void> {
    const { db, sender, clock } = this.deps
    if (!(await sender.mayReach(endpoint))) {
      throw refusedField('endpoint', 'invalid')
    }
    const set = {
      endpoint,
      keys,
      userId: actor.id,
      sessionId,
      language,
      createdAt: clock.now(),
      failing: null,
    }
    await db.pushSubscriptions.updateOne(
      { _id: idOf(endpoint) },
      { $set: set, $setOnInsert: { isProven: false } },
      { upsert: true, writeConcern: DURABLE },
    )
    const excess = await db.pushSubscriptions
      .find<Pick<PushSubscriptionDoc, '_id'>>(
        { userId: actor.id },
        { projection: { _id: 1 }, sort: { createdAt: -1 }, skip: PUSH_SUBSCRIPTIONS_PER_MEMBER },
      )
      .toArray()
    if (excess.length > 0)
      await db.pushSubscriptions.deleteMany({ _id: { $in: excess.map(({ _id }) => _id) } })
  }

  /** Ends a member's own subscription. */
  async unsubscribe(userId: number, endpoint: string): Promise<void> {
    await this.deps.db.pushSubscriptions.deleteOne({ _id: idOf(endpoint), userId }, { writeConcern: DURABLE })
  }

  /** Sends news later; returns at once. */
  send(news: PushNews): void {
    if (this.waiting.length >= WAITING_MAX) return
    this.waiting.push(news)
    this.seeking ??= this.seekSubscribers()
  }

  /** Pushes a private message to its recipient: the sender and the subject, never the text. */
  messageArrived(message: {
    id: number
    recipientId: number
    /** The sender, or the negated id of a group conversation. */
    conversation: number
    sender: { id: number; displayName: string }
    subject: string
  }): void {
    const { id, recipientId, conversation, sender, subject } = message
    const titles = PUSH_TEXTS.messageFrom(isolated(sender.displayName))
    this.send({
      userId: recipientId,
      kind: 'message',
      tag: `conversation:${conversation}`,
      path: `/my/messages/${id}`,
      textIn: (language) => ({ title: titles[language], body: subject }),
    })
  }

  /** Resolves once nothing waits to be sent. */
  async drain(): Promise<void> {
    await this.seeking
    await this.turns.drain()
    await this.unprovenTurns.drain()
  }

  /** Gives waiting news a turn, except those of members without subscriptions. */
  private async seekSubscribers(): Promise<void> {
    while (this.waiting.length > 0) {
      const sought = this.waiting.splice(0, SOUGHT_AT_ONCE)
      try {
        const userIds = [...new Set(sought.map(({ userId }) => userId))]
        const found = await this.deps.db.pushSubscriptions
          .find<Pick<PushSubscriptionDoc, 'userId'>>(
            { userId: { $in: userIds } },
            { projection: { _id: 0, userId: 1 } },
          )
          .toArray()
        const subscribers = new Set(found.map(({ userId }) => userId))
        for (const news of sought)
          if (subscribers.has(news.userId)) this.turns.add(news.userId, () => this.sendNow(news))
      } catch (error) {
        this.deps.onFailure(error)
      }
    }
    this.seeking = null
  }

  /**
   * Sends news to the devices of its member at the same time, so that it takes as long as the slowest of them. Those
   * that have not responded to their last message get it in another turn, in which the call names them.
   */
  private async sendNow(news: PushNews, named: ReadonlySet<string> | null = null): Promise<void> {
    const { db, settingsOf, aliveAmong, keys, clock } = this.deps
    const { userId, kind } = news
    // Read just before sending: a browser may have been subscribed for somebody else while the news waited.
    const subscriptions = await db.pushSubscriptions.find({ userId }).toArray()
    if (subscriptions.length === 0) return
    const settings = await settingsOf(userId)
    if (settings[kind] !== 'push' || this.deps.isQuiet(settings)) return
    const alive = await aliveAmong(subscriptions.map(({ sessionId }) => sessionId))
    const pair = await keys.get()
    const now = clock.now()
    const unproven = new Set<string>()
    const sendTo = async (subscription: PushSubscriptionDoc) => {
      const { _id, sessionId, failing, isProven } = subscription
      if (!alive.has(sessionId)) return this.remove(subscription)
      if (failing && failing.skippedUntil > now) return
      if (named ? named.has(_id) : isProven) await this.sendOne(subscription, news, { settings, pair })
      else if (!named) unproven.add(_id)
    }
    const sent = Promise.all(subscriptions.map(sendTo))
    if (unproven.size > 0) this.unprovenTurns.add(userId, () => this.sendNow(news, unproven))
    await sent
  }

  private async sendOne(
    subscription: PushSubscriptionDoc,
    news: PushNews,
    { settings, pair }: { settings: NotificationSettings; pair: PushKeysDoc },
  ): Promise<void> {
    const { db, sender, clock } = this.deps
    const { userId, kind, tag } = news
    const { _id, failing, isProven, sessionId } = subscription
    const payload = await this.payload(news, subscription.language, settings.hideContent)
    if (payload === null) return
    const outcome = await sender.send(
      subscription,
      {
        payload,
        topic: topicOf(userId, tag),
        urgency: kind === 'message' || kind === 'mention' ? 'high' : 'normal',
        ttlSeconds: 3 * DAY_SECONDS,
      },
      pair,
    )
    if (outcome.kind === 'failed' || outcome.kind === 'busy') {
      // A service that receives too many messages works; only the others' failures count against the device.
      const count = (failing?.count ?? 0) + (outcome.kind === 'failed' ? 1 : 0)
      if (count >= PUSH_FAILURES_MAX) return this.remove(subscription)
      const waitMs = Math.max(outcome.waitMs, skippedMs(Math.max(count, 1)))
      const skippedUntil = new Date(clock.now().getTime() + waitMs)
      const set = { failing: { count, skippedUntil }, isProven: outcome.kind === 'busy' }
      await db.pushSubscriptions.updateOne({ _id, sessionId }, { $set: set })
    } else if (outcome.kind === 'gone') await this.remove(subscription)
    // A message that the service refused says nothing about the device, which has responded.
    else if (failing || !isProven)
      await db.pushSubscriptions.updateOne({ _id }, { $set: { failing: null, isProven: true } })
  }

  /** Ends a subscription, unless it was created again meanwhile in another session. */
  private async remove({ _id, sessionId }: PushSubscriptionDoc): Promise<void> {
    await this.deps.db.pushSubscriptions.deleteOne({ _id, sessionId })
  }

  private async payload(
    { kind, tag, path, textIn }: PushNews,
    language: Language,
    hideContent: boolean,
  ): Promise<string | null> {
    const shown = await textIn(language)
    if (shown === null) return null
    const text = hideContent
      ? {
          title: this.deps.siteName(),
          body: PUSH_TEXTS.hidden[kind === 'message' ? 'message' : 'notification'][language],
        }
      : shown
    return pushPayload({ ...text, tag, path, lang: language })
  }
}
