import type { NotificationSettingKind } from '@forum/shared/notification-kinds'
import { audiences } from '@forum/shared/events'
import type { Publisher } from '../platform/work/publisher'
import type { ThreadEventDoc } from '../log'
import { isPostKind } from './notices-of'
import type { ShownNotification } from './notifications.model'
import { wordsOf } from './notifications.presenter'
import type { NotificationQueries } from './notifications.queries'
import type { Push } from './push/push.service'

/** An event of which members are notified; those of the forum itself concern no thread. */
export type NoticeEvent = Pick<ThreadEventDoc, '_id' | 'at' | 'post'> & { threadId: number | null }

/** A notification that events created or were added to. */
export interface Changed {
  notification: ShownNotification
  /** The handled events that it contains. */
  events: readonly NoticeEvent[]
  /** One of them created it. */
  isNew: boolean
}

/** News of a kind that a member may want mailed. */
export interface WantedMail {
  userId: number
  kind: NotificationSettingKind
  group: string
}

/** Sends changed notifications to the open pages and the devices of their members. */
export class NoticePublisher {
  constructor(
    private readonly deps: {
      publisher: Publisher
      queries: Pick<NotificationQueries, 'present'>
      push: Pick<Push, 'send'>
      /** Has news mailed to those of the members who want it. */
      mail: (news: readonly WantedMail[]) => Promise<void>
    },
  ) {}

  /** Pushes and publishes; rejects while the bus is unavailable. */
  async publish(changed: readonly Changed[]): Promise<void> {
    const { publisher, queries } = this.deps
    const news = changed.filter(({ isNew, notification }) => isNew || isPersonal(notification))
    for (const one of news) this.push(one)
    // Before the consumer counts as done: a process that dies in between repeats it.
    await this.deps.mail(
      news.flatMap(({ notification: { userId, kind, threadId } }) =>
        kind === 'system' || threadId === null ? [] : { userId, kind, group: `thread:${threadId}` },
      ),
    )
    if (!publisher.isActive) return
    const presented = await queries.present(
      changed.map(({ notification }) => notification),
      'zh',
    )
    for (const [i, { notification, events }] of changed.entries()) {
      const { userId } = notification
      const event = events.at(-1)
      const payload = presented[i]
      if (!event || !payload) continue
      const envelope = { id: `${event._id}:${userId}`, at: event.at.toISOString() }
      const audience = audiences.user(userId)
      await publisher.publish(audience, 'notification:created', { notification: payload }, envelope)
    }
  }

  private push({ notification, events }: Changed): void {
    const { _id, userId, kind, key, parts } = notification
    const event = isPersonal(notification) ? events.at(-1) : events[0]
    if (kind === 'system' || !event) return
    const { post, threadId } = event
    const part = isPersonal(notification) ? parts.at(-1) : parts[0]
    this.deps.push.send({
      userId,
      kind,
      tag: key,
      path: `${part?.postId ? `/posts/${part.postId}` : `/threads/${threadId}`}?notification=${_id}`,
      textIn: async (language) => {
        const [shown] = await this.deps.queries.present([notification], language)
        return shown
          ? { title: shown.text, body: isPostKind(kind) && post ? (wordsOf(kind, post) ?? '') : '' }
          : null
      },
    })
  }
}

/**
 * A notification that addresses the member personally. Of the other replies to a thread, only the first is pushed until
 * the thread is visited.
 */
const isPersonal = ({ kind }: ShownNotification) => kind === 'quote' || kind === 'mention'
