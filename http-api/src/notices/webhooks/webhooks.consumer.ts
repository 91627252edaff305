import { ageMs, type Clock } from '@forum/shared/clock'
import { WEBHOOK_EVENTS, type WebhookEvent } from '@forum/shared/contract'
import type { ThreadEventConsumer, ThreadEventDoc } from '../../log'
import { publicAuthorId } from '../../members'
import { DURABLE, violatedKey } from '../../platform/mongo/database'
import type { Ids } from '../../platform/mongo/ids'
import type { Collection } from '../../platform/mongo/model'
import type { WebhookDeliveryDoc, WebhookDoc } from './webhooks.model'

/** Maximum staleness of the cached list of webhooks, which another process may have changed. */
const KNOWN_MS = 5_000

/** Stores events of the log as deliveries to the webhooks that want them. */
export class WebhookConsumer implements ThreadEventConsumer {
  readonly name = 'webhooks'
  readonly kinds = WEBHOOK_EVENTS
  readonly isPaced = true
  private cached: { webhooks: readonly WebhookDoc[]; at: number } | null = null

  constructor(
    private readonly deps: {
      db: { webhooks: Collection<WebhookDoc>; webhookDeliveries: Collection<WebhookDeliveryDoc> }
      ids: Ids
      siteUrl: () => string
      clock: Clock
      /** Called when deliveries are due. */
      onDue: () => void
    },
  ) {}

  /** Forgets the webhooks, which have changed. */
  forget(): void {
    this.cached = null
  }

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const webhooks = await this.active()
    if (webhooks.length === 0) return
    const { db, ids, clock, onDue } = this.deps
    for (const event of events)
      for (const { _id: webhookId, events: wanted } of webhooks) {
        if (!wanted.includes(event.kind as WebhookEvent)) continue
        const now = clock.now()
        const delivery: WebhookDeliveryDoc = {
          _id: await ids.next('webhookDeliveries'),
          webhookId,
          eventId: event._id,
          event: event.kind,
          body: this.bodyOf(event),
          createdAt: now,
          status: 'waiting',
          attempts: 0,
          responseStatus: null,
          dueAt: now,
        }
        try {
          await db.webhookDeliveries.insertOne(delivery, { writeConcern: DURABLE })
        } catch (error) {
          // The log delivers an event again after a crash.
          if (violatedKey(error) === null) throw error
        }
      }
    onDue()
  }

  private async active(): Promise<readonly WebhookDoc[]> {
    const { db, clock } = this.deps
    if (this.cached && ageMs(clock, this.cached.at) < KNOWN_MS) return this.cached.webhooks
    const at = clock.now().getTime()
    const webhooks = await db.webhooks.find({ active: true, removedAt: { $exists: false } }).toArray()
    this.cached = { webhooks, at }
    return webhooks
  }

  /** Returns the body of a delivery: place and actor of the event, without the text, which may change later. */
  private bodyOf({ kind, at, threadId, boardId, actorId, post, thread }: ThreadEventDoc): string {
    return JSON.stringify({
      type: kind,
      timestamp: at.toISOString(),
      data: {
        threadId,
        boardId,
        actorId: publicAuthorId(actorId),
        postId: post?._id ?? null,
        title: thread.title ?? null,
        url: `${this.deps.siteUrl()}${post ? `/posts/${post._id}` : `/threads/${threadId}`}`,
      },
    })
  }
}
