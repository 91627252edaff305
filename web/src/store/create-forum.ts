import { systemClock, type Clock } from '@forum/shared/clock'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { immer } from 'zustand/middleware/immer'
import { call, type Call } from '../lib/api'
import { onSessionEnd } from '../lib/session'
import { applyEvents } from './apply-events'
import {
  type Forum,
  type ForumActions,
  type ForumState,
  type Session,
  type Slice,
  type SliceTools,
} from './slice'
import { initialSessionState, initialState, slices, type ActionsOfSlices } from './slices'

/** The names of events that change no content. */
const WITHOUT_CONTENT = /^(server:|presence:|typing$|resync$)/

export interface ForumDeps {
  call: Call
  clock: Clock
}

/** Creates a separate store; the page has one. */
export function createForum(deps: ForumDeps): UseBoundStore<StoreApi<Forum>> {
  return create<Forum>()(
    immer((set, get) => {
      const update = (change: (state: ForumState) => void) => {
        set((state) => {
          change(state)
        })
      }
      const underWay = new Map<string, Promise<unknown>>()
      let contentEvents = 0

      const applySession = (state: ForumState, session: Session) => {
        // Calls in flight belong to the previous account.
        underWay.clear()
        const { user, endedUserId } = state.session
        const ended = session.endedBecause === null ? {} : { endedUserId: user?.id ?? endedUserId ?? null }
        Object.assign(state, initialSessionState(), {
          session: { ...session, ...ended },
          sessionNumber: state.sessionNumber + 1,
        })
      }

      const tools: SliceTools = {
        get,
        update,
        clock: deps.clock,
        contentEvents: () => contentEvents,
        callBeyondSession: deps.call,
        call: inOneSession(deps.call, () => get().sessionNumber),
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

      const core = {
        update,
        receive: (events) => {
          const now = deps.clock.now().getTime()
          contentEvents += events.filter(({ name }) => !WITHOUT_CONTENT.test(name)).length
          update((state) => {
            applyEvents(state, events, {
              now,
              endSession: (endedBecause) => {
                applySession(state, { status: 'anonymous', user: null, endedBecause })
              },
            })
          })
        },
        changeSession: (session) => {
          update((state) => {
            applySession(state, session)
          })
        },
      } satisfies Partial<ForumActions>

      const actions = Object.values<Slice>(slices).map((slice) => slice.actions?.(tools) ?? {})
      return Object.assign(initialState(), core, ...actions) as ForumState & typeof core & ActionsOfSlices
    }),
  )
}

/** A call whose promise never settles once another session has begun. */
function inOneSession(call: Call, session: () => number): Call {
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

/** The page's store. */
export const useForum = createForum({ call, clock: systemClock })

onSessionEnd(() => {
  useForum.getState().endSession()
})
