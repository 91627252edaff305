import { type ServerEventName, type SocketEvent } from '@forum/shared/events'

/** An event as a socket delivers it, with its name. */
export type ForumEvent = SocketEvent
export type ForumEventOf<N extends ServerEventName> = Extract<ForumEvent, { name: N }>

/** A feature's part of the state. A module that imports it can read it, so imports show every use of another's state. */
export interface Slice<S extends object> {
  /** Unique in a store. */
  readonly name: string
  /** `device` state survives the end of a session; everything else is reset. */
  readonly scope: 'session' | 'device'
  readonly initial: () => S
  readonly on: object
}

/** Returns the state of a slice. */
export type Read = <S extends object>(slice: Slice<S>) => Readonly<S>
/** Returns the state of a slice to be changed in place, within the running change. */
export type Write = <S extends object>(slice: Slice<S>) => S

export interface EventContext {
  /** Returns the state of other slices within the running change. */
  read: Read
  /** For functions through which other slices let their state be changed, such as `markMoved` of lists. */
  write: Write
  /** Arrival time of the event, in milliseconds of this machine's clock. */
  now: number
}

/** The changes that events make to a slice. Several slices may handle the same event. */
type Handlers<S, E extends ServerEventName> = {
  readonly [N in E]: (state: S, event: ForumEventOf<N>, context: EventContext) => void
}

/**
 * Declares a slice with its initial state and its event handlers. It is reset with the session unless its scope is
 * `device`.
 */
export function defineSlice<S extends object, E extends ServerEventName = never>(
  name: string,
  initial: () => S,
  { scope = 'session', on }: { scope?: Slice<S>['scope']; on?: Handlers<S, E> } = {},
): Slice<S> & { readonly on: Handlers<S, E> } {
  return { name, scope, initial, on: on ?? ({} as Handlers<S, E>) }
}
