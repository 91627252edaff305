import {
  THREAD_EVENTS,
  type SocketEvent,
  type ServerEvent,
  type ServerEventName,
  type ThreadEventName,
} from '@forum/shared/events'
import { boardHandlers } from './boards'
import { type ForumState, type ThreadMessage } from './state'
import { siteHandlers } from './site'
import { takeThreadMessage, threadLogHandlers } from './thread-log'

/** What an event does to the page's copy; `now` is the moment of its arrival, in milliseconds. */
export type Handlers<N extends ServerEventName> = {
  [Name in N]: (state: ForumState, event: ServerEvent<Name>, now: number) => void
}

/** Every event has its handler: one that is missing does not compile. */
const handlers: Handlers<ServerEventName> = { ...threadLogHandlers, ...boardHandlers, ...siteHandlers }

const ofAThreadsLog: readonly ServerEventName[] = THREAD_EVENTS
const isThreadMessage = (message: SocketEvent): message is ThreadMessage =>
  ofAThreadsLog.includes(message.name)

/** The one way by which news reaches the store (architecture, A thread is a log). Changes `state` in place. */
export function applyEvent(state: ForumState, message: SocketEvent, now: number): void {
  if (isThreadMessage(message)) takeThreadMessage(state, message)
  else handle(state, message, now)
}

function handle<N extends Exclude<ServerEventName, ThreadEventName>>(
  state: ForumState,
  message: { name: N } & ServerEvent<N>,
  now: number,
): void {
  handlers[message.name](state, message, now)
}
