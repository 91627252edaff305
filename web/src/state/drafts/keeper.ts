import { systemClock, type Clock } from '@forum/shared/clock'
import { onForgotten } from '../../lib/account-memory'
import { beforeLeaving } from '../../lib/session'
import { createListeners } from '../../lib/signal'
import { randomUuid } from '../../lib/uuid'
import { saysAllOf, saysTheSame } from './texts-of-draft'

/** Maximum delay between a change of the text and storing it. */
const WRITE_AFTER_MS = 300

/** Separates the place of a form from what distinguishes a second text for it. */
const BESIDE = '~'

/** A snapshot of a draft; a new object for every change. */
export interface DraftState<T extends object> {
  readonly value: T
  /** True if it was restored from an earlier visit. */
  readonly restored: boolean
  /** When it was last stored; null if nothing is stored. */
  readonly savedAt: Date | null
  /** A different text that another tab has written for the same form; null without one. */
  readonly other: T | null
}

interface Kept {
  state: DraftState<object>
  empty: object
  /** The storage key of the text: its place or, if another tab has written a different one there, one beside it. */
  slot: string
  /** Identifies the text in all tabs, from its first character until it is sent or discarded. */
  id: string
  /** The stored text as this tab last read or wrote it; null for none. */
  lastStored: string | null
  /** The storage key of the other text. */
  otherSlot: string | null
  /** True if the text was changed in this tab since it last came from storage. */
  isTyped: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  listeners: Set<() => void>
}

interface Stored {
  value: object
  id: string
  savedAt: Date | null
}

/** A draft that is being sent. */
export interface SentDraft {
  id: string
  /** Removes the sent text. Text written meanwhile, in any tab, stays. */
  clear: () => void
}

/**
 * Keeps drafts in the browser's storage, under `draft:{userId}:{key}`. It lives outside the components, so that a live
 * update, a lock or another page never loses the text. Without storage, a draft is kept until the page is closed.
 *
 * All tabs share a draft: when one writes, sends or discards it, the others follow. A tab in whose form something was
 * typed follows only additions. If another tab has replaced its text, it keeps its own beside it, and both show the
 * `other`.
 */
export class DraftKeeper {
  private readonly kept = new Map<string, Kept>()
  private readonly writes = createListeners<[slot: string]>()
  /** Registers a listener, which is called with each storage key that this page writes or removes. */
  readonly onStored = this.writes.subscribe

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
    // A value that no form shows, such as the text that an edit begins with, was not typed.
    kept.isTyped ||= kept.listeners.size > 0
    this.writeSoon(key, kept)
    this.notify(kept)
  }

  /** Puts a text into a form, and keeps what was written there beside it. */
  putBack<T extends object>(key: string, empty: T, partial: Partial<T>): void {
    const kept = this.find(key, empty)
    if (!this.isWritten(kept)) {
      this.set(key, empty, partial)
      return
    }
    this.write(key, kept)
    const text = { ...empty, ...partial, savedAt: this.clock.now(), draftId: randomUuid() }
    this.putBefore(key, kept.slot, JSON.stringify(text))
  }

  /** Removes the text of a form, which then shows the other one if there is one. The returned function puts it back. */
  clear(key: string): () => void {
    const kept = this.kept.get(key)
    if (!kept) {
      this.setItem(key, null)
      return () => undefined
    }
    const { slot, id, state } = kept
    this.setItem(slot, null)
    this.moveOn(key, kept)
    return () => {
      this.flush()
      // Another text may have been written in its place.
      kept.slot = this.getItem(slot) === null ? slot : besideKey(key)
      Object.assign(kept, { id, lastStored: this.getItem(kept.slot), isTyped: true })
      kept.state = { ...kept.state, value: state.value, restored: state.restored }
      this.write(key, kept)
    }
  }

  /** Removes a stored text. */
  discard(slot: string): void {
    this.setItem(slot, null)
    this.sync(slot)
  }

  /** Puts a discarded text back, as it was stored. */
  restore(slot: string, stored: string): void {
    this.setItem(slot, stored)
    this.sync(slot)
  }

  /** Replaces a stored text by its version from another device; null if it was sent or discarded there. */
  follow(key: string, slot: string, stored: string | null): void {
    const kept = this.kept.get(key)
    if (kept?.slot === slot && kept.timer === undefined) kept.isTyped = false
    this.setItem(slot, stored)
    this.sync(slot)
  }

  /** Stores a text of another device for a form, and keeps the one that was stored there beside it. */
  putBefore(key: string, slot: string, stored: string): void {
    const before = this.getItem(slot)
    const beside = besideKey(key)
    this.setItem(beside, before)
    const kept = this.kept.get(key)
    // The form keeps the text that was typed into it.
    if (kept?.slot === slot && kept.isTyped && kept.listeners.size > 0)
      Object.assign(kept, { slot: beside, lastStored: before })
    this.setItem(slot, stored)
    this.sync(key)
  }

  /** Removes all drafts whose keys begin with a prefix. */
  clearAll(prefix: string): void {
    for (const key of this.storedKeys()) if (key.startsWith(prefix)) this.setItem(key, null)
    for (const [key, kept] of this.kept) if (key.startsWith(prefix)) this.moveOn(key, kept)
  }

  /** Shows the other text of a form, and keeps this one as the other. */
  swap(key: string): void {
    const kept = this.kept.get(key)
    if (!kept || kept.otherSlot === null) return
    this.write(key, kept)
    this.load(key, kept, kept.otherSlot)
    kept.state = { ...kept.state, restored: false }
    this.notify(kept)
  }

  /** Removes the other text of a form. */
  discardOther(key: string): void {
    const slot = this.kept.get(key)?.otherSlot
    if (slot) this.discard(slot)
  }

  /** Stores a draft that is about to be sent. Returns null if another tab has sent or discarded it meanwhile. */
  startSending<T extends object>(key: string, empty: T): SentDraft | null {
    const kept = this.find(key, empty)
    const { value } = kept.state
    if (this.merge(key, kept) === 'gone') {
      this.notify(kept)
      return null
    }
    this.write(key, kept)
    const { slot, id } = kept
    return {
      id,
      clear: () => {
        this.sync(key)
        if (kept.slot === slot) {
          if (saysTheSame(kept.state.value, value)) this.clear(key)
          return
        }
        const stored = this.stored(slot, empty)
        if (stored && saysTheSame(stored.value, value)) this.discard(slot)
      },
    }
  }

  /** Stores every pending change at once. */
  flush(): void {
    for (const [key, kept] of this.kept) if (kept.timer !== undefined) this.write(key, kept)
  }

  /** Follows what other tabs have stored, under a key or under any. */
  sync(changed: string | null = null): void {
    for (const [key, kept] of this.kept) {
      if (changed !== null && changed !== key && !changed.startsWith(key + BESIDE)) continue
      const before = kept.state
      this.merge(key, kept)
      this.findOther(key, kept)
      if (kept.state !== before) this.notify(kept)
    }
  }

  subscribe<T extends object>(key: string, empty: T, listener: () => void): () => void {
    const { listeners } = this.find(key, empty)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  private find(key: string, empty: object): Kept {
    let kept = this.kept.get(key)
    if (!kept) {
      kept = {
        state: { value: empty, restored: false, savedAt: null, other: null },
        empty,
        slot: key,
        id: randomUuid(),
        lastStored: null,
        otherSlot: null,
        isTyped: false,
        timer: undefined,
        listeners: new Set(),
      }
      this.kept.set(key, kept)
      this.load(key, kept, this.slotsOf(key, empty)[0] ?? key)
    } else if (!this.isWritten(kept) && JSON.stringify(kept.empty) !== JSON.stringify(empty)) {
      // The form begins with something else by now, such as the text that its last edit has saved.
      kept.empty = empty
      kept.state = { ...kept.state, value: empty }
    }
    return kept
  }

  /** Takes over the text of another tab. Returns 'gone' if that tab has sent or discarded it. */
  private merge(key: string, kept: Kept): 'gone' | undefined {
    const stored = this.getItem(kept.slot)
    if (stored === kept.lastStored) return undefined
    const before = parse(kept.lastStored, kept.empty)?.value ?? kept.empty
    const isUnsaved = kept.timer !== undefined && !saysTheSame(kept.state.value, before)
    const theirs = parse(stored, kept.empty)
    kept.lastStored = stored
    if (!theirs) {
      if (!isUnsaved) {
        this.moveOn(key, kept)
        return 'gone'
      }
      kept.id = randomUuid()
      return undefined
    }
    const isOwn = isUnsaved || (kept.isTyped && kept.listeners.size > 0)
    const mine = kept.state.value
    if (saysTheSame(theirs.value, mine)) kept.id = theirs.id
    else if (!isOwn || !('content' in kept.empty) || saysAllOf(theirs.value, mine)) this.adopt(kept, theirs)
    else if (isUnsaved && saysAllOf(mine, theirs.value)) kept.id = theirs.id
    else {
      Object.assign(kept, { slot: besideKey(key), id: randomUuid(), lastStored: null })
      this.write(key, kept)
    }
    return undefined
  }

  private adopt(kept: Kept, { value, id, savedAt }: Stored): void {
    this.stopTimer(kept)
    Object.assign(kept, { id, isTyped: false })
    kept.state = { ...kept.state, value, savedAt }
  }

  /** Shows the remaining text: another one for this form, or an empty form. */
  private moveOn(key: string, kept: Kept): void {
    this.stopTimer(kept)
    this.load(key, kept, this.slotsOf(key, kept.empty)[0] ?? key)
    this.notify(kept)
  }

  private load(key: string, kept: Kept, slot: string): void {
    const stored = this.stored(slot, kept.empty)
    Object.assign(kept, {
      slot,
      id: stored?.id ?? randomUuid(),
      lastStored: this.getItem(slot),
      isTyped: false,
    })
    kept.state = {
      ...kept.state,
      value: stored?.value ?? kept.empty,
      restored: stored !== null,
      savedAt: null,
    }
    this.findOther(key, kept)
  }

  /** Finds the text that another tab keeps beside this one. A form in which nothing was typed shows it as its own. */
  private findOther(key: string, kept: Kept): void {
    const slot = this.slotsOf(key, kept.empty).find((one) => one !== kept.slot) ?? null
    if (slot !== null && !kept.isTyped && !this.isWritten(kept)) {
      this.load(key, kept, slot)
      return
    }
    const other = slot === null ? null : (this.stored(slot, kept.empty)?.value ?? null)
    kept.otherSlot = slot
    if (JSON.stringify(other) !== JSON.stringify(kept.state.other)) kept.state = { ...kept.state, other }
  }

  /** Returns the storage keys of the texts for a form. */
  private slotsOf(key: string, empty: object): string[] {
    return this.storedKeys()
      .filter((slot) => slot === key || slot.startsWith(key + BESIDE))
      .filter((slot) => this.stored(slot, empty) !== null)
      .sort()
  }

  private isWritten({ state, empty }: Kept): boolean {
    return JSON.stringify(state.value) !== JSON.stringify(empty)
  }

  /** Returns the stored draft; null if there is none, or it equals the empty form. */
  private stored(slot: string, empty: object): Stored | null {
    return parse(this.getItem(slot), empty)
  }

  private writeSoon(key: string, kept: Kept): void {
    kept.timer ??= setTimeout(() => {
      this.write(key, kept)
    }, WRITE_AFTER_MS)
  }

  private write(key: string, kept: Kept): void {
    this.merge(key, kept)
    this.stopTimer(kept)
    const isWritten = this.isWritten(kept)
    const savedAt = this.clock.now()
    const stored = isWritten ? JSON.stringify({ ...kept.state.value, savedAt, draftId: kept.id }) : null
    if (stored !== kept.lastStored) {
      // Without storage, or if it is full, the text stays in the form.
      const isStored = this.setItem(kept.slot, stored)
      if (isStored) kept.lastStored = stored
      kept.state = { ...kept.state, savedAt: isStored && isWritten ? savedAt : null }
    }
    this.findOther(key, kept)
    this.notify(kept)
  }

  private stopTimer(kept: Kept): void {
    clearTimeout(kept.timer)
    kept.timer = undefined
  }

  private storedKeys(): string[] {
    try {
      return Object.keys(this.storage())
    } catch {
      return []
    }
  }

  private getItem(slot: string): string | null {
    try {
      return this.storage().getItem(slot)
    } catch {
      return null
    }
  }

  /** Returns whether the browser has stored it. */
  private setItem(slot: string, value: string | null): boolean {
    try {
      if (value === null) this.storage().removeItem(slot)
      else this.storage().setItem(slot, value)
      this.writes.notify(slot)
      return true
    } catch {
      return false
    }
  }

  private notify(kept: Kept): void {
    for (const listener of kept.listeners) listener()
  }
}

const besideKey = (key: string): string => `${key}${BESIDE}${randomUuid().slice(0, 8)}`

/** Returns the place of the form that a stored text belongs to. */
export const placeOf = (slot: string): string => slot.replace(/~[0-9a-f]{8}$/, '')

function parse(stored: string | null, empty: object): Stored | null {
  try {
    const found: unknown = JSON.parse(stored ?? 'null')
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return null
    const { savedAt, draftId, ...fields } = found as { savedAt?: string; draftId?: string }
    const value = { ...empty, ...fields }
    if (JSON.stringify(value) === JSON.stringify(empty)) return null
    // A draft of an earlier release has no id. Its stored text serves as one, since it is the same in all tabs.
    return { value, id: draftId ?? stored ?? '', savedAt: savedAt === undefined ? null : new Date(savedAt) }
  } catch {
    return null
  }
}

/** The page's drafts. They are loaded with the first form, before which there is nothing to keep. */
export const drafts = new DraftKeeper(() => localStorage, systemClock)

/**
 * Stores every pending draft when the page is hidden or left, and follows the drafts of the other tabs: a tab that the
 * browser has put to sleep receives none of their changes.
 */
function start(): void {
  const flush = () => {
    drafts.flush()
    drafts.sync()
  }
  beforeLeaving(flush)
  onForgotten((prefix) => {
    drafts.clearAll(prefix)
  })
  addEventListener('pagehide', flush)
  addEventListener('pageshow', flush)
  document.addEventListener('visibilitychange', flush)
  addEventListener('storage', ({ key }) => {
    drafts.sync(key ?? null)
  })
}
// Outside a browser, the store is used without forms.
if (typeof document !== 'undefined') start()
