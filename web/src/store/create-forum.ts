import { type Clock } from '@forum/shared/clock'
import { produce } from 'immer'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Call } from '../lib/api'
import { type Session, sessionSlice } from './session'
import { type EventContext, type ForumEvent, type Read, type Slice, type Write } from './slice'

/** The names of events that change no content. */
const WITHOUT_CONTENT = /^(server:|presence:|typing$|message:typing$|resync$)/

export interface ForumDeps {
  call: Call
  clock: Clock
}

/** The state of all slices by name. */
type Root = Readonly<Record<string, object>>

/** A store with the tools for the actions of areas. An action is a function whose first parameter is a `Forum`. */
export interface Forum {
  readonly clock: Clock
  /** Access it through slices: `useForum`, `read`, `update`. */
  readonly store: StoreApi<Root>
  /** Adds slices in their initial state, unless they exist already; throws if two have the same name. */
  addSlices: (slices: readonly Slice<object>[]) => void
  /** Reads the current state. */
  read: Read
  /** Returns a reader of the current state, which later changes do not affect. */
  snapshot: () => Read
  /** Changes slices in place, in one render. */
  update: (change: (write: Write) => void) => void
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe: (listener: (read: Read, before: Read) => void) => () => void
  /** Applies events from the server in one change, and so in one render. */
  receive: (events: readonly ForumEvent[]) => void
  /** Replaces the session and resets every slice but the device's: no data of one account reaches the next. */
  changeSession: (session: Session) => void
  /**
   * Calls the server. If the session changes meanwhile, the promise never settles, because the response is obsolete.
   */
  call: Call
  /**
   * Calls the server even if the session changes meanwhile: for the call that ends a session, whose event may arrive
   * first, and for those that start another, while the response to a sign-out may still be on its way.
   */
  callBeyondSession: Call
  /** Returns the number of events that may have changed content, without those about presence and the connection. */
  contentEvents: () => number
  /** Runs one call per key at a time; callers that arrive meanwhile share its promise. */
  once: <T>(key: string, work: () => Promise<T>) => Promise<T>
  /** Resolves once no call with that key is in progress, whatever its outcome. */
  settled: (key: string) => Promise<void>
}

/** Creates a separate store; the page has one. */
export function createForum(deps: ForumDeps, slices: readonly Slice<object>[] = []): Forum {
  const all: Slice<object>[] = []
  const store = createStore<Root>()(() => ({}))
  const underWay = new Map<string, Promise<unknown>>()
  let contentEvents = 0

  const snapshot = () => readerOf(store.getState())
  const read: Read = (slice) => snapshot()(slice)
  const change = (work: (root: Record<string, object>) => void) => {
    store.setState((root) => produce(root, work), true)
  }

  const startSession = (root: Record<string, object>, session: Session) => {
    // Calls in flight belong to the previous account.
    underWay.clear()
    const { user, endedUserId, number } = stateIn(root, sessionSlice)
    Object.assign(root, initialState(all.filter(({ scope }) => scope === 'session')))
    Object.assign(stateIn(root, sessionSlice), session, {
      endedUserId: session.endedBecause === null ? null : (user?.id ?? endedUserId),
      number: number + 1,
    })
  }

  const apply = (root: Record<string, object>, event: ForumEvent, context: EventContext) => {
    for (const slice of all) {
      const handlers = slice.on as Partial<Record<string, AnyHandler>>
      handlers[event.name]?.(stateIn(root, slice), event, context)
    }
    // After a change of role the session continues.
    if (event.name !== 'session:revoked' || event.reason === 'role') return
    if (stateIn(root, sessionSlice).user !== null)
      startSession(root, { status: 'anonymous', user: null, endedBecause: event.reason })
  }

  const forum: Forum = {
    store,
    clock: deps.clock,
    addSlices: (added) => {
      const fresh = added.filter((slice) => !all.includes(slice))
      for (const slice of fresh) {
        if (all.some(({ name }) => name === slice.name)) throw new Error(`two slices: ${slice.name}`)
        all.push(slice)
      }
      store.setState(initialState(fresh))
    },
    read,
    snapshot,
    update: (work) => {
      change((root) => {
        work((slice) => stateIn(root, slice))
      })
    },
    subscribe: (listener) =>
      store.subscribe((root, before) => {
        listener(readerOf(root), readerOf(before))
      }),
    receive: (events) => {
      const now = deps.clock.now().getTime()
      contentEvents += events.filter(({ name }) => !WITHOUT_CONTENT.test(name)).length
      change((root) => {
        const write: Write = (slice) => stateIn(root, slice)
        for (const event of events) apply(root, event, { read: write, write, now })
      })
    },
    changeSession: (session) => {
      change((root) => {
        startSession(root, session)
      })
    },
    call: inOneSession(deps.call, () => read(sessionSlice).number),
    callBeyondSession: deps.call,
    contentEvents: () => contentEvents,
    once: <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const running = underWay.get(key) as Promise<T> | undefined
      if (running) return running
      const started = work().finally(() => {
        if (underWay.get(key) === started) underWay.delete(key)
      })
      underWay.set(key, started)
      return started
    },
    settled: async (key) => {
      await underWay.get(key)?.catch(() => undefined)
    },
  }
  forum.addSlices([sessionSlice, ...slices])
  return forum
}

type AnyHandler = (state: object, event: ForumEvent, context: EventContext) => void

function stateIn<S extends object>(root: Root, { name }: Slice<S>): S {
  const state = root[name]
  if (!state) throw new Error(`no slice ${name}`)
  return state as S
}

const initialState = (slices: readonly Slice<object>[]): Root =>
  Object.fromEntries(slices.map((slice) => [slice.name, slice.initial()]))

const readers = new WeakMap<Root, Read>()

/** Returns the reader of a state; the same one for the same state. */
export function readerOf(root: Root): Read {
  const reader = readers.get(root) ?? ((slice) => stateIn(root, slice))
  readers.set(root, reader)
  return reader
}

/** A call whose promise never settles once another session has begun. */
export function inOneSession(call: Call, session: () => number): Call {
  const guarded = async (...given: Parameters<Call>): Promise<unknown> => {
    const before = session()
    try {
      return await call(...given)
    } finally {
      if (session() !== before) await new Promise(() => undefined)
    }
  }
  return guarded as Call
}
