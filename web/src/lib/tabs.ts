/** The messages between this browser's tabs, by name. A feature adds its own by declaration merging. */
export interface TabMessages {
  /** A member's unread counts, as far as the sending tab has loaded them. */
  unread: { userId: number; messages: VersionedCount; notifications: VersionedCount }
}
interface VersionedCount {
  count: number
  version: number
}
type TabMessageName = keyof TabMessages

interface Envelope {
  name: TabMessageName
  payload: unknown
}

/** The part of a `BroadcastChannel` that is used; tests replace it. */
export interface RawChannel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

/**
 * Sends messages to the other tabs of this browser. Without `BroadcastChannel` each tab stays up to date with its own
 * connection and poll.
 */
export class Tabs {
  private readonly listeners = new Map<TabMessageName, Set<(payload: never) => void>>()

  constructor(private readonly channel: RawChannel | null) {
    channel?.addEventListener('message', ({ data }) => {
      const { name, payload } = data as Envelope
      for (const listener of this.listeners.get(name) ?? []) listener(payload as never)
    })
  }

  /** Sends a message to the other tabs, never to this one. */
  post<N extends TabMessageName>(name: N, payload: TabMessages[N]): void {
    this.channel?.postMessage({ name, payload } satisfies Envelope)
  }

  /** Calls `listener` for messages of other tabs, until the returned function is called. */
  on<N extends TabMessageName>(name: N, listener: (payload: TabMessages[N]) => void): () => void {
    const listeners = this.listeners.get(name) ?? new Set()
    listeners.add(listener)
    this.listeners.set(name, listeners)
    return () => {
      listeners.delete(listener)
    }
  }
}

export const tabs = new Tabs(typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('forum'))
