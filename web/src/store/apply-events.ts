import { type EventContext, type ForumEvent, type ForumState, type Slice } from './slice'
import { slices } from './slices'

type AnyHandler = (state: ForumState, event: ForumEvent, context: EventContext) => void

const handlers = new Map<string, AnyHandler[]>()
for (const slice of Object.values<Slice>(slices)) {
  for (const [name, handler] of Object.entries(slice.handlers ?? {})) {
    handlers.set(name, [...(handlers.get(name) ?? []), handler as AnyHandler])
  }
}

/** Applies events to `state` in place: the only way in which the server's events reach the store. */
export function applyEvents(state: ForumState, events: readonly ForumEvent[], context: EventContext): void {
  for (const event of events)
    for (const handle of handlers.get(event.name) ?? []) handle(state, event, context)
}
