import { createHash } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import type { NotificationSettingKind, NotificationSettings } from '@forum/shared/contract'
import { ForumError, type Language } from '@forum/shared/errors'
import { PUSH_SUBSCRIPTIONS_PER_MEMBER } from '@forum/shared/limits'
import { PUSH_TEXTS } from '@forum/shared/bilingual'
import type { Model } from 'mongoose'
import { DURABLE } from '../platform/database'
import type { Viewer } from '../platform/viewer'
import type { PushKeys } from './push-keys'
import type { PushSender } from './push-sender'
import type { PushSubscriptionDoc } from './push.model'

/** Messages sent concurrently, and how many may wait in a process; beyond that the newest are dropped. */
const SENT_AT_ONCE = 8
const WAITING_MAX = 5_000
/** Maximum number of news for which one query finds who has subscriptions at all; most members have none. */
const SOUGHT_AT_ONCE = 100
const DAY_SECONDS = 24 * 60 * 60

/** What a push message says, in the language of each device. */
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
  textIn: (language: Language) => PushText | Promise<PushText>
}

const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')
/** A topic has at most 32 characters of base64url. */
const topicOf = (userId: number, tag: string) =>
  createHash('sha256').update(`${userId} ${tag}`).digest('base64url').slice(0, 32)

export interface PushDeps {
  db: { pushSubscriptions: Model<PushSubscriptionDoc> }
  sender: PushSender
  keys: PushKeys
  settingsOf: (userId: number) => Promise<NotificationSettings>
  /** Returns which of these sessions are alive. */
  aliveAmong: (sessionIds: readonly number[]) => Promise<ReadonlySet<number>>
  siteName: string
  clock: Clock
  onFailure: (error: unknown) => void
}

/**
 * Sends news to the devices on which members want push messages. News that a dying process did not send remains in the
 * list of notifications.
 */
export class Push {
  private readonly waiting: PushNews[] = []
  /** News of members who have subscriptions. */
  private readonly ready: PushNews[] = []
  private seeking: Promise<void> | null = null
  private running = 0
  private whenIdle: (() => void)[] = []

  constructor(private readonly deps: PushDeps) {}

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
      throw new ForumError('VALIDATION_FAILED', { fields: [{ field: 'endpoint', code: 'invalid' }] })
    }
    const set = { endpoint, keys, userId: actor.id, sessionId, language, createdAt: clock.now() }
    await db.pushSubscriptions.updateOne(
      { _id: idOf(endpoint) },
      { $set: set },
      { upsert: true, writeConcern: DURABLE },
    )
    const excess = await db.pushSubscriptions
      .find({ userId: actor.id }, { _id: 1 })
      .sort({ createdAt: -1 })
      .skip(PUSH_SUBSCRIPTIONS_PER_MEMBER)
      .lean<Pick<PushSubscriptionDoc, '_id'>[]>()
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
    if (this.running < SENT_AT_ONCE) void this.run()
  }

  /** Pushes a private message to its recipient: the sender and the subject, never the text. */
  messageArrived(message: {
    id: number
    recipientId: number
    sender: { id: number; displayName: string }
    subject: string
  }): void {
    const { id, recipientId, sender, subject } = message
    const titles = PUSH_TEXTS.messageFrom(sender.displayName)
    this.send({
      userId: recipientId,
      kind: 'message',
      tag: `conversation:${sender.id}`,
      path: `/my/messages/${id}`,
      textIn: (language) => ({ title: titles[language], body: subject }),
    })
  }

  /** Resolves once nothing waits to be sent. */
  async drain(): Promise<void> {
    if (this.running === 0) return
    await new Promise<void>((resolve) => this.whenIdle.push(resolve))
  }

  private async run(): Promise<void> {
    this.running += 1
    while (this.ready.length > 0 || this.waiting.length > 0) {
      const next = this.ready.shift()
      if (next) await this.sendNow(next).catch(this.deps.onFailure)
      else await (this.seeking ??= this.seekSubscribers())
    }
    this.running -= 1
    if (this.running > 0) return
    for (const resolve of this.whenIdle.splice(0)) resolve()
  }

  /** Moves waiting news to `ready`, except those of members without subscriptions. */
  private async seekSubscribers(): Promise<void> {
    const sought = this.waiting.splice(0, SOUGHT_AT_ONCE)
    try {
      const userIds = [...new Set(sought.map(({ userId }) => userId))]
      const found = await this.deps.db.pushSubscriptions
        .find({ userId: { $in: userIds } }, { _id: 0, userId: 1 })
        .lean<Pick<PushSubscriptionDoc, 'userId'>[]>()
      const subscribers = new Set(found.map(({ userId }) => userId))
      this.ready.push(...sought.filter(({ userId }) => subscribers.has(userId)))
    } catch (error) {
      this.deps.onFailure(error)
    }
    this.seeking = null
  }

  private async sendNow(news: PushNews): Promise<void> {
    const { db, settingsOf, aliveAmong, keys, sender } = this.deps
    const { userId, kind, tag } = news
    // Read just before sending: a browser may have been subscribed for somebody else while the news waited.
    const subscriptions = await db.pushSubscriptions.find({ userId }).lean<PushSubscriptionDoc[]>()
    if (subscriptions.length === 0) return
    const settings = await settingsOf(userId)
    if (settings[kind] !== 'push') return
    const alive = await aliveAmong(subscriptions.map(({ sessionId }) => sessionId))
    const dead = subscriptions.filter(({ sessionId }) => !alive.has(sessionId))
    const pair = await keys.get()
    for (const subscription of subscriptions) {
      if (dead.includes(subscription)) continue
      const outcome = await sender.send(
        subscription,
        {
          payload: await this.payload(news, subscription.language, settings.hideContent),
          topic: topicOf(userId, tag),
          urgency: kind === 'message' || kind === 'mention' ? 'high' : 'normal',
          ttlSeconds: 3 * DAY_SECONDS,
        },
        pair,
      )
      if (outcome === 'gone') dead.push(subscription)
    }
    // Unless it was created again meanwhile, in a session that is alive.
    for (const { _id, sessionId } of dead) await db.pushSubscriptions.deleteOne({ _id, sessionId })
  }

  private async payload(
    { kind, tag, path, textIn }: PushNews,
    language: Language,
    hideContent: boolean,
  ): Promise<object> {
    const text = hideContent
      ? {
          title: this.deps.siteName,
          body: PUSH_TEXTS.hidden[kind === 'message' ? 'message' : 'notification'][language],
        }
      : await textIn(language)
    return { ...text, tag, path, lang: language }
  }
}
