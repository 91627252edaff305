import * as z from 'zod/mini'
import { lastThread, publicPost, publicThread, userSummary } from './contract/entities'
import { id, time } from './contract/fields'

/**
 * What the gateway tells its sockets, and the channels and rooms it travels by (contract §4). Every event is
 * one object `{ id, at, … }`; `id` is unique, so that a receiver can drop a repeat. Payloads are built once
 * for everybody: in Chinese, without `viewer` and `likedByMe`.
 */
const envelope = { id: z.string(), at: time }
const event = <T extends z.core.$ZodShape>(shape: T) => z.strictObject({ ...envelope, ...shape })

/** The absolute state of a thread's counters as of the event's `seq`. */
export const threadCounters = z.strictObject({
  seq: z.int(),
  postCount: z.int(),
  replyCount: z.int(),
  lastNumber: z.int(),
  totalPages: z.int(),
  lastPostAt: time,
  lastPostUser: userSummary,
})
export type ThreadCounters = z.output<typeof threadCounters>

export const threadChanges = z.strictObject({
  title: z.optional(z.string()),
  isPinned: z.optional(z.boolean()),
  isLocked: z.optional(z.boolean()),
  boardId: z.optional(id),
  isDeleted: z.optional(z.boolean()),
})

const ofPost = { threadId: id, seq: z.int(), post: publicPost, thread: threadCounters }

export const revokedReason = z.enum(['logout', 'banned', 'password', 'role', 'expired'])
export type RevokedReason = z.output<typeof revokedReason>

export const serverEvents = {
  'post:created': event(ofPost),
  'post:updated': event(ofPost),
  'post:deleted': event(ofPost),
  'post:restored': event(ofPost),
  'post:liked': event({
    threadId: id,
    seq: z.int(),
    postId: id,
    likeCount: z.int(),
    thread: threadCounters,
  }),
  'thread:created': event({ boardId: id, thread: publicThread }),
  'thread:updated': event({ threadId: id, boardId: id, seq: z.int(), changes: threadChanges }),
  'thread:bumped': event({
    threadId: id,
    boardId: id,
    seq: z.int(),
    changes: z.extend(threadChanges, {
      postCount: z.optional(z.int()),
      replyCount: z.optional(z.int()),
      lastPostAt: z.optional(time),
      lastPostUser: z.optional(userSummary),
    }),
  }),
  'board:updated': event({
    boardId: id,
    /** Grows with every change of the counters: an event with a lower one is out of date. */
    version: z.int(),
    threadCount: z.int(),
    postCount: z.int(),
    lastThread: z.nullable(lastThread),
  }),
  'presence:thread': event({
    threadId: id,
    viewers: z.int(),
    members: z.int(),
    /** To signed-in receivers only: at most 20 who show themselves. */
    people: z.optional(z.array(userSummary)),
  }),
  typing: event({ threadId: id, user: userSummary }),
  'presence:site': event({ online: z.int(), members: z.int() }),
  'server:hello': event({ build: z.string(), now: time }),
  resync: event({}),
  'session:revoked': event({ reason: revokedReason }),
} as const

export type ServerEventName = keyof typeof serverEvents
export type ServerEvent<N extends ServerEventName> = z.output<(typeof serverEvents)[N]>
export type ServerEventPayload<N extends ServerEventName> = Omit<ServerEvent<N>, 'id' | 'at'>

/** Events that are one step of a thread's log: they go to a socket in the order of `seq`, without a repeat. */
export const THREAD_EVENTS = [
  'post:created',
  'post:updated',
  'post:deleted',
  'post:restored',
  'post:liked',
  'thread:updated',
] as const satisfies readonly ServerEventName[]
export type ThreadEventName = (typeof THREAD_EVENTS)[number]

/** What travels on the bus: the event with its name. */
export type BusMessage = { [N in ServerEventName]: { name: N } & ServerEvent<N> }[ServerEventName]

export const channels = {
  thread: (threadId: number) => `forum:thread:${threadId}`,
  board: (boardId: number) => `forum:board:${boardId}`,
  user: (userId: number) => `forum:user:${userId}`,
  session: (sessionId: number) => `forum:session:${sessionId}`,
  moderationOf: (boardId: number) => `forum:moderation:${boardId}`,
  home: 'forum:home',
  moderation: 'forum:moderation',
  all: 'forum:all',
} as const

/** What a client may ask of the gateway; each is answered with an acknowledgement. */
export const clientEvents = {
  'thread:join': z.object({ threadId: id }),
  'thread:leave': z.object({ threadId: id }),
  'thread:typing': z.object({ threadId: id }),
  'board:join': z.object({ boardId: id }),
  'board:leave': z.object({ boardId: id }),
  'home:join': z.object({}),
  'home:leave': z.object({}),
} as const
export type ClientEventName = keyof typeof clientEvents
export type ClientEvent<N extends ClientEventName> = z.output<(typeof clientEvents)[N]>

export type AckCode = 'VALIDATION_FAILED' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'TOO_MANY_REQUESTS'
export type Ack = { ok: true; viewers?: number } | { ok: false; code: AckCode }

/** The handshake's `auth`: no token is an anonymous watcher. */
export const handshake = z.object({ token: z.optional(z.string().check(z.maxLength(512))) })
