import { systemClock, type Clock } from '@forum/shared/clock'
import { beforeLeaving } from '../../lib/session'

/** Maximum delay between a change of the text and storing it. */
const WRITE_AFTER_MS = 300

/** A snapshot of a draft; a new object for every change. */
export interface DraftState<T extends object> {
  readonly value: T
  /** Whether it was restored from an earlier visit. */
  readonly restored: boolean
  /** When it was last stored; null if nothing is stored. */
  readonly savedAt: Date | null
}

interface Kept {
  state: DraftState<object>
  empty: object
  timer: ReturnType<typeof setTimeout> | undefined
  listeners: Set<() => void>
}

/**
 * Keeps drafts in the browser's storage, under `draft:{userId}:{key}`. It lives outside the components, so that a live
 * update, a lock or another page never loses the text. Without storage, a draft is kept until the page is closed.
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
    this.notify(kept)
  }

  /** Removes a draft. */
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
      // Without storage there is nothing to remove.
    }
    if (kept) this.notify(kept)
  }

  /** Puts a discarded draft back, as it was stored. */
  restore(key: string, stored: string): void {
    try {
      this.storage().setItem(key, stored)
    } catch {
      return
    }
    const kept = this.kept.get(key)
    if (!kept) return
    const value = this.stored(key, kept.empty) ?? kept.empty
    kept.state = { value, restored: true, savedAt: null }
    this.notify(kept)
  }

  /** Removes all drafts whose keys begin with a prefix. */
  clearAll(prefix: string): void {
    const keys = new Set(this.kept.keys())
    try {
      for (const key of Object.keys(this.storage())) keys.add(key)
    } catch {
      // Without storage, drafts are in memory alone.
    }
    for (const key of keys) if (key.startsWith(prefix)) this.clear(key)
  }

  /** Stores every pending change at once. */
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

  /** Returns the stored draft; null if there is none, or it equals the empty form. */
  private stored(key: string, empty: object): object | null {
    try {
      const found: unknown = JSON.parse(this.storage().getItem(key) ?? 'null')
      if (typeof found !== 'object' || found === null || Array.isArray(found)) return null
      const { savedAt: _, ...fields } = found as { savedAt?: string }
      const value = { ...empty, ...fields }
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
      const savedAt = this.clock.now()
      if (isEmpty) this.storage().removeItem(key)
      else this.storage().setItem(key, JSON.stringify({ ...kept.state.value, savedAt }))
      kept.state = { ...kept.state, savedAt: isEmpty ? null : savedAt }
    } catch {
      // Storage is full or forbidden: the text stays in the form.
      kept.state = { ...kept.state, savedAt: null }
    }
    this.notify(kept)
  }

  private notify(kept: Kept): void {
    for (const listener of kept.listeners) listener()
  }
}

/** The page's drafts. */
export const drafts = new DraftKeeper(() => localStorage, systemClock)

/** Stores every pending draft when the page is hidden or left. Call once. */
export function startDrafts(): void {
  const flush = () => {
    drafts.flush()
  }
  beforeLeaving(flush)
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flush)
}

/** Returns the storage key of a member's draft; `userId` is null for a visitor. */
export const draftKey = (userId: number | null, key: string): string => `draft:${userId ?? 'guest'}:${key}`
