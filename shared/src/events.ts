import * as z from 'zod/mini'
import { BOARD_LEVELS, gateOfBoard, MEMBERS_GATE } from './access'
import { THREAD_FLAGS, type ThreadFlag } from './acts'
import {
  announcement,
  author,
  lastThread,
  movedPost,
  poll,
  publicPost,
  publicThread,
  site,
  threadValues,
  undo,
  userSummary,
} from './contract/entities'
import { groupConversation, message } from './contract/messages'
import { HELD_KINDS, HELD_STATES } from './contract/held'
import { activity, moderationAction } from './contract/moderation'
import { reportCase } from './contract/reports'
import { id, time } from './contract/fields'
import { notification } from './contract/notifications'
import type { TokenHolder } from './contract/sessions'

/**
 * The real-time contract: audiences and their channels, every event with its payload and its audiences, and
 * the rooms a socket may join (docs/live.md). Every event is one object `{ id, at, … }`; `id` is unique, so
 * that a receiver can drop a repeat. A payload is built once for all receivers: in Chinese, without `viewer` and
 * `likedByMe`.
 */

/**
 * The gate that listeners to a board have to pass: null for everyone (shared/src/access.ts). Events of a board that
 * not everyone sees have channels of their own, so that nothing about it reaches anyone else's socket.
 */
export type Gate = string | null

/** The audiences an event can be published to; each has one channel on the bus. */
export const audiences = {
  thread: (threadId: number, gate: Gate = null) => ({ kind: 'thread', id: threadId, gate }) as const,
  board: (boardId: number, gate: Gate = null) => ({ kind: 'board', id: boardId, gate }) as const,
  home: (gate: Gate = null) => ({ kind: 'home', gate }) as const,
  user: (userId: number) => ({ kind: 'user', id: userId }) as const,
  session: (sessionId: number) => ({ kind: 'session', id: sessionId }) as const,
  /** The moderators of one board; without a board, the members who moderate every board. */
  moderation: (boardId?: number) => ({ kind: 'moderation', id: boardId }) as const,
  everyone: () => ({ kind: 'everyone' }) as const,
}
type AudienceKind = keyof typeof audiences
export type Audience<K extends AudienceKind = AudienceKind> = ReturnType<(typeof audiences)[K]>

/** The channel of the bus that carries an audience's events; also the name of its Socket.IO room. */
export function channelOf(audience: Audience): string {
  switch (audience.kind) {
    case 'thread':
    case 'board':
      return `forum:${audience.kind}:${audience.id}${behind(audience.gate)}`
    case 'user':
    case 'session':
      return `forum:${audience.kind}:${audience.id}`
    case 'moderation':
      return audience.id === undefined ? 'forum:moderation' : `forum:moderation:${audience.id}`
    case 'home':
      return `forum:home${behind(audience.gate)}`
    case 'everyone':
      return 'forum:all'
  }
}

const behind = (gate: Gate): string => (gate === null ? '' : `@${gate}`)

/** The absolute state of a thread's counters as of the event's `seq`. */
export const threadCounters = z.strictObject({
  seq: z.int(),
  postCount: z.int(),
  replyCount: z.int(),
  lastPostNumber: z.int(),
  lastNumber: z.int(),
  totalPages: z.int(),
  lastPostAt: time,
  lastPostUser: userSummary,
  /** Present where the post is, or was, the answer of its thread. */
  answerId: z.optional(z.nullable(id)),
})
export type ThreadCounters = z.output<typeof threadCounters>

export const threadChanges = z.strictObject({
  title: z.optional(z.string()),
  ...(Object.fromEntries(THREAD_FLAGS.map((flag) => [flag, z.optional(z.boolean())])) as Record<
    ThreadFlag,
    z.ZodMiniOptional<z.ZodMiniBoolean>
  >),
  ...z.partial(z.object(threadValues)).shape,
  type: z.optional(z.nullable(z.string())),
  answerId: z.optional(z.nullable(id)),
  boardId: z.optional(id),
  isDeleted: z.optional(z.boolean()),
})

const lookingAt = z.strictObject({ user: userSummary, postId: z.optional(id), caseId: z.optional(id) })
export type LookingAt = z.output<typeof lookingAt>
/** Lists do not show polls, so votes are published to the thread alone. */
const inThread = z.extend(threadChanges, {
  poll: z.optional(poll),
  /** The thread that all posts have gone to, when the thread is deleted because of that. */
  mergedInto: z.optional(id),
})

const ofPost = { threadId: id, seq: z.int(), post: publicPost, thread: threadCounters }

export const revokedReason = z.enum(['logout', 'banned', 'password', 'role', 'expired'])
export type RevokedReason = z.output<typeof revokedReason>

const envelope = { id: z.string(), at: time }

/** One event: the audiences it may be published to, and its payload. */
const event = <K extends AudienceKind, T extends z.core.$ZodShape>(to: readonly K[], shape: T) => ({
  audiences: to,
  schema: z.strictObject({ ...envelope, ...shape }),
})
/** An event that a gateway emits to its own sockets; it never travels on the bus. */
const ofGateway = <T extends z.core.$ZodShape>(shape: T) => event<never, T>([], shape)

const events = {
  'post:created': event(['thread'], ofPost),
  'post:updated': event(['thread'], ofPost),
  'post:deleted': event(['thread'], ofPost),
  'post:restored': event(['thread'], ofPost),
  'post:liked': event(['thread'], {
    threadId: id,
    seq: z.int(),
    postId: id,
    likeCount: z.int(),
    thread: threadCounters,
  }),
  /** Replies have left for another thread, to which their addresses lead. */
  'posts:moved': event(['thread'], {
    threadId: id,
    seq: z.int(),
    moved: z.array(movedPost),
    thread: threadCounters,
  }),
  'thread:created': event(['board', 'home'], { boardId: id, thread: publicThread }),
  'thread:updated': event(['thread'], {
    threadId: id,
    boardId: id,
    seq: z.int(),
    changes: inThread,
    /** The thread is deleted, so the event does not say what changed: clients that may read the thread catch up. */
    isWithheld: z.optional(z.boolean()),
  }),
  'thread:bumped': event(['board', 'home'], {
    threadId: id,
    boardId: id,
    seq: z.int(),
    changes: z.extend(threadChanges, {
      postCount: z.optional(z.int()),
      replyCount: z.optional(z.int()),
      lastPostAt: z.optional(time),
      lastPostUser: z.optional(userSummary),
      lastPostNumber: z.optional(z.int()),
    }),
  }),
  'board:updated': event(['board', 'home'], {
    boardId: id,
    /** Grows with every change of the counters: an event with a lower one is out of date. */
    version: z.int(),
    threadCount: z.int(),
    postCount: z.int(),
    lastThread: z.nullable(lastThread),
  }),
  /** Published to the recipient and to the sender's other tabs. */
  'message:created': event(['user'], { message }),
  'message:updated': event(['user'], { message }),
  'message:read': event(['user'], { messageId: id, readAt: time }),
  /** Published only to the party who deleted it: the other party keeps the message. */
  'message:deleted': event(['user'], { messageId: id }),
  /** Another member of a conversation is writing. Nothing of it is stored; losing it is harmless. */
  'message:typing': event(['user'], { user: userSummary, conversationId: z.nullable(id) }),
  /** A group conversation started, its members changed, or the reader muted it. Who left it is no longer a member. */
  'conversation:changed': event(['user'], { conversation: groupConversation }),
  /** The true counts after a change; of two events, the one with the higher version is newer. */
  'unread:changed': event(['user'], { messages: z.int(), notifications: z.int(), version: z.int() }),
  /** The tree, a name or a moderator changed: clients load lists that show boards again. */
  'boards:changed': event(['everyone'], {
    /** Who sees which boards may have changed: gateways check their sessions, and clients read everything again. */
    access: z.optional(z.literal(true)),
  }),
  /** The member has chosen how much they want of boards; for their other tabs. */
  'board:level': event(['user'], { boardIds: z.array(id), level: z.enum(BOARD_LEVELS) }),
  /** The first announcement to everyone; it is also published when any other changes. */
  'announcement:changed': event(['everyone'], { announcement }),
  /** A member was banned, or the ban has ended: pages show it with the member's posts. */
  'member:changed': event(['everyone'], { author }),
  /** An admin has given the site another name. */
  'site:changed': event(['everyone'], { site }),
  'notification:created': event(['user'], { notification }),
  /** A privileged act; `undo` says under which id and until when it can be taken back. */
  'moderation:acted': event(['moderation'], {
    action: moderationAction,
    /** Null for what the forum does on its own. */
    by: z.nullable(userSummary),
    postId: z.optional(id),
    threadId: z.optional(id),
    userId: z.optional(id),
    undo: z.optional(undo),
  }),
  /** A case is new, claimed, released or settled, or has another reporter. The text of a message is left out. */
  'moderation:report': event(['moderation'], { case: reportCase }),
  /** Something waits for approval, was changed by its author, or was decided. Receivers read it again: no text is here. */
  'held:changed': event(['moderation', 'user'], {
    heldId: id,
    kind: z.enum(HELD_KINDS),
    status: z.enum(HELD_STATES),
    threadId: z.nullable(id),
  }),
  'moderation:activity': event(['moderation'], { activity }),
  /**
   * The posts and cases that other moderators look at. On the bus it is one moderator, whose entry names nothing once
   * that moderator looks at nothing; a room gets the whole list.
   */
  'moderation:looking': event(['moderation'], { looking: z.array(lookingAt) }),
  typing: event(['thread'], { threadId: id, user: userSummary }),
  /**
   * The member's visibility to others has changed. Gateways apply it to the member's sockets, which do not get the
   * event.
   */
  'member:visibility': event(['user'], { showOnline: z.boolean() }),
  'session:revoked': event(['session'], { reason: revokedReason }),
  'presence:thread': ofGateway({
    threadId: id,
    viewers: z.int(),
    members: z.int(),
    /** For signed-in receivers only: at most 20 members who show themselves online. */
    people: z.optional(z.array(userSummary)),
  }),
  'presence:site': ofGateway({ online: z.int(), members: z.int() }),
  'server:hello': ofGateway({ build: z.string(), now: time }),
  resync: ofGateway({}),
} as const
type Events = typeof events

export type ServerEventName = keyof Events
/** The payload schema of each event, by name. */
export const serverEvents = Object.fromEntries(
  Object.entries(events).map(([name, { schema }]) => [name, schema]),
) as { [N in ServerEventName]: Events[N]['schema'] }

export type ServerEvent<N extends ServerEventName> = z.output<Events[N]['schema']>
export type ServerEventPayload<N extends ServerEventName> = Omit<ServerEvent<N>, 'id' | 'at'>
/** Any event as a socket receives it, with its name. */
export type SocketEvent<N extends ServerEventName = ServerEventName> = {
  [Name in N]: { name: Name } & ServerEvent<Name>
}[N]

/** The audiences that an event may be published to; `never` for an event of the gateway itself. */
export type AudienceOf<N extends ServerEventName> = Audience<Events[N]['audiences'][number]>
/** Events that travel on the bus. */
export type BusEventName = {
  [N in ServerEventName]: [Events[N]['audiences'][number]] extends [never] ? never : N
}[ServerEventName]

/** Returns true if an event may be published to audiences of a kind: the run-time counterpart of `AudienceOf`. */
export const mayReach = (name: ServerEventName, kind: AudienceKind): boolean =>
  (events[name].audiences as readonly AudienceKind[]).includes(kind)

/** Events of a thread's log: a socket receives them in the order of `seq`, without repeats. */
export const THREAD_EVENTS = [
  'post:created',
  'post:updated',
  'post:deleted',
  'post:restored',
  'post:liked',
  'posts:moved',
  'thread:updated',
] as const satisfies readonly ServerEventName[]
export type ThreadEventName = (typeof THREAD_EVENTS)[number]

/** A kind of room, whose events a socket subscribes to with `<room>:join` and unsubscribes from with `<room>:leave`. */
interface RoomDefinition<P extends z.core.$ZodType> {
  payload: P
  /** Who may join: everyone, signed-in members, or members who moderate at least one board. */
  mayJoin: 'anyone' | 'member' | 'moderator'
  /** The audiences whose events the room receives. */
  audiencesOf: (payload: z.output<P>, holder: TokenHolder | null) => Audience[]
  /** The presence events that the room receives. Joining a room with `thread` presence returns `viewers`. */
  presence: 'thread' | 'site' | null
}
const room = <P extends z.core.$ZodType>(definition: RoomDefinition<P>) => definition

/** Returns the gates that the holder of a session may pass. */
const gatesOf = (holder: TokenHolder | null): Gate[] => [null, ...(holder?.gates ?? [])]

export const rooms = {
  thread: room({
    payload: z.object({ threadId: id }),
    mayJoin: 'anyone',
    audiencesOf: ({ threadId }, holder) => gatesOf(holder).map((gate) => audiences.thread(threadId, gate)),
    presence: 'thread',
  }),
  board: room({
    payload: z.object({ boardId: id }),
    mayJoin: 'anyone',
    audiencesOf: ({ boardId }, holder) =>
      gatesOf(holder)
        .filter((gate) => gate === null || gate === MEMBERS_GATE || gate === gateOfBoard(boardId))
        .map((gate) => audiences.board(boardId, gate)),
    presence: null,
  }),
  home: room({
    payload: z.object({}),
    mayJoin: 'anyone',
    audiencesOf: (_, holder) => gatesOf(holder).map((gate) => audiences.home(gate)),
    presence: 'site',
  }),
  moderation: room({
    payload: z.object({}),
    mayJoin: 'moderator',
    audiencesOf: (_, holder) =>
      moderatesEveryBoard(holder)
        ? [audiences.moderation()]
        : (holder?.moderatedBoardIds ?? []).map((boardId) => audiences.moderation(boardId)),
    presence: 'site',
  }),
} as const
export type RoomName = keyof typeof rooms

const moderatesEveryBoard = (holder: TokenHolder | null) => holder !== null && holder.user.role !== 'user'

/** Returns true if the holder of a session, null for an anonymous socket, may join a room. */
export function mayJoinRoom(name: RoomName, holder: TokenHolder | null): boolean {
  switch (rooms[name].mayJoin) {
    case 'anyone':
      return true
    case 'member':
      return holder !== null
    case 'moderator':
      return holder !== null && (moderatesEveryBoard(holder) || holder.moderatedBoardIds.length > 0)
  }
}

type RoomPayload<R extends RoomName> = (typeof rooms)[R]['payload']
type RoomRequests = { [R in RoomName as `${R}:join` | `${R}:leave`]: RoomPayload<R> }

/** The requests a client may send to the gateway, with payload schemas; each request is acknowledged. */
export const clientEvents = {
  ...(Object.fromEntries(
    Object.entries(rooms).flatMap(([name, { payload }]) => [
      [`${name}:join`, payload],
      [`${name}:leave`, payload],
    ]),
  ) as RoomRequests),
  'thread:typing': z.object({ threadId: id }),
  /** The post or the case that a moderator looks at; neither id, or null, for nothing. */
  'moderation:look': z.union([z.null(), z.object({ postId: z.optional(id), caseId: z.optional(id) })]),
}
export type ClientEventName = keyof typeof clientEvents
export type ClientEvent<N extends ClientEventName> = z.output<(typeof clientEvents)[N]>

/** `INTERNAL` stands for an unexpected failure; the request may be repeated later. */
export type AckCode = 'VALIDATION_FAILED' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'TOO_MANY_REQUESTS' | 'INTERNAL'
export type Ack = { ok: true; viewers?: number } | { ok: false; code: AckCode }

/** The handshake's `auth`; without a token the socket is anonymous. */
export const handshake = z.object({ token: z.optional(z.string().check(z.maxLength(512))) })
