import { systemClock, type Clock } from '@forum/shared/clock'
import { beforeLeaving } from '../../lib/session'

/** Typed text waits at most this long before it is written down (experience, Drafts). */
const WRITE_AFTER_MS = 300

/** What a draft is at a moment; a new object for every change. */
export interface DraftState<T extends object> {
  readonly value: T
  /** Something was found from an earlier visit, and shown. */
  readonly restored: boolean
  /** When it was last written down; null when nothing is stored. */
  readonly savedAt: Date | null
}

interface Kept {
  state: DraftState<object>
  empty: object
  timer: ReturnType<typeof setTimeout> | undefined
  listeners: Set<() => void>
}

/**
 * Keeps what people type, a person and a place apart, under `draft:{userId}:{key}` in the browser's storage.
 * It lives outside the components, so that a live update, a lock or another page never takes the text along.
 * Without storage a draft lasts as long as the page.
 */
export class DraftKeeper {
  private readonly kept = new Map<string, Kept>()

  constructor(
    private readonly storage: () => Storage,
    private readonly clock: Clock,
  ) {}

  read<T extends object>(key: string, empty: T): DraftState<T> {
    return this.find(key, empty).state as DraftState<T>
  }

  set<T extends object>(key: string, empty: T, partial: Partial<T>): void {
    const kept = this.find(key, empty)
    kept.state = { ...kept.state, value: { ...kept.state.value, ...partial } }
    kept.timer ??= setTimeout(() => {
      this.write(key, kept)
    }, WRITE_AFTER_MS)
    this.tell(kept)
  }

  /** The server has said yes, or the person no. */
  clear(key: string): void {
    const kept = this.kept.get(key)
    if (kept) {
      clearTimeout(kept.timer)
      kept.timer = undefined
      kept.state = { value: kept.empty, restored: false, savedAt: null }
    }
    try {
      this.storage().removeItem(key)
    } catch {
      // There was nothing to remove it from.
    }
    if (kept) this.tell(kept)
  }

  /** Writes down at once whatever still waits. */
  flush(): void {
    for (const [key, kept] of this.kept) if (kept.timer !== undefined) this.write(key, kept)
  }

  subscribe<T extends object>(key: string, empty: T, listener: () => void): () => void {
    const { listeners } = this.find(key, empty)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  private find(key: string, empty: object): Kept {
    let kept = this.kept.get(key)
    if (!kept) {
      const found = this.stored(key, empty)
      kept = {
        state: { value: found ?? empty, restored: found !== null, savedAt: null },
        empty,
        timer: undefined,
        listeners: new Set(),
      }
      this.kept.set(key, kept)
    }
    return kept
  }

  /** What an earlier visit left; null when there is none, or nothing in it differs from an empty form. */
  private stored(key: string, empty: object): object | null {
    try {
      const found: unknown = JSON.parse(this.storage().getItem(key) ?? 'null')
      if (typeof found !== 'object' || found === null || Array.isArray(found)) return null
      const value = { ...empty, ...found }
      return JSON.stringify(value) === JSON.stringify(empty) ? null : value
    } catch {
      return null
    }
  }

  private write(key: string, kept: Kept): void {
    clearTimeout(kept.timer)
    kept.timer = undefined
    const isEmpty = JSON.stringify(kept.state.value) === JSON.stringify(kept.empty)
    try {
      if (isEmpty) this.storage().removeItem(key)
      else this.storage().setItem(key, JSON.stringify(kept.state.value))
      kept.state = { ...kept.state, savedAt: isEmpty ? null : this.clock.now() }
    } catch {
      // Full or forbidden: the text stays where it is typed.
      kept.state = { ...kept.state, savedAt: null }
    }
    this.tell(kept)
  }

  private tell(kept: Kept): void {
    for (const listener of kept.listeners) listener()
  }
}

/** The page's own drafts. */
export const drafts = new DraftKeeper(() => localStorage, systemClock)

const flush = () => {
  drafts.flush()
}
beforeLeaving(flush)
addEventListener('pagehide', flush)
document.addEventListener('visibilitychange', flush)

/** Where a person's draft of a form is kept; `userId` is null for a visitor. */
export const draftKey = (userId: number | null, key: string): string => `draft:${userId ?? 'guest'}:${key}`
