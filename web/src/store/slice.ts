import { type Clock } from '@forum/shared/clock'
import { type CurrentUser } from '@forum/shared/contract'
import { type SocketEvent, type RevokedReason, type ServerEventName } from '@forum/shared/events'
import { type Call } from '../lib/api'

export interface Session {
  /** `checking` until the start-up check of the stored token has finished. */
  status: 'checking' | 'anonymous' | 'member'
  user: CurrentUser | null
  /** Why the last session ended, unless the member signed out here. */
  endedBecause: RevokedReason | null
  /** The member whose session the server ended: what they were writing here can still be copied. */
  endedUserId?: number | null
}

/**
 * The page's state. Each slice adds its part by declaration merging, so that it knows the whole state without
 * importing another feature; `slices.ts` checks that every declared part is registered.
 */
export interface ForumState {
  session: Session
  /** Counts the sessions of this page: everything shown is read again when it changes. */
  sessionNumber: number
}

/** The store's actions; each slice adds its own. */
export interface ForumActions {
  /** Applies events from the server in one state change. */
  receive: (events: readonly ForumEvent[]) => void
  /** Replaces the session and resets every slice but the device's: nothing of one account reaches the next. */
  changeSession: (session: Session) => void
  /** Escape hatch for optimistic updates. */
  update: (change: (state: ForumState) => void) => void
}

export type Forum = ForumState & ForumActions

/** An event as a socket delivers it, with its name. */
export type ForumEvent = SocketEvent
export type ForumEventOf<N extends ServerEventName> = Extract<ForumEvent, { name: N }>

export interface EventContext {
  /** When the event arrived, in milliseconds of this machine's clock. */
  now: number
  /** Ends the session: resets every slice but the device's. */
  endSession: (reason: RevokedReason) => void
}

/** What an event changes in the state. Several slices may handle the same event. */
export type EventHandlers = {
  [N in ServerEventName]?: (state: ForumState, event: ForumEventOf<N>, context: EventContext) => void
}

/** The tools available to a slice's actions. */
export interface SliceTools {
  get: () => Forum
  update: (change: (state: ForumState) => void) => void
  /**
   * Calls the server. If the session changes meanwhile, the promise never settles, because the response is obsolete.
   */
  call: Call
  /**
   * Calls the server even if the session changes meanwhile: for the call that ends it, whose event may arrive first, and
   * for those that begin another, while the response to a sign-out may still be on its way.
   */
  callBeyondSession: Call
  clock: Clock
  /** Counts the events that may have changed content; those about presence and the connection are left out. */
  contentEvents: () => number
  /** Runs one call per key at a time; callers that arrive meanwhile share its promise. */
  once: <T>(key: string, work: () => Promise<T>) => Promise<T>
  /** Resolves once no call with that key is in progress, however it ended. */
  settled: (key: string) => Promise<void>
}

/** A feature's part of the store. */
export interface Slice<State extends object = object, Actions extends object = object> {
  initialState: () => State
  /** `device` state survives the end of a session; everything else is reset. */
  scope: 'session' | 'device'
  handlers?: EventHandlers
  actions?: (tools: SliceTools) => Actions
}
