import { DRAFT_MAX_BYTES, DRAFT_PLACE } from '@forum/shared/limits'
import { byteLength } from '@forum/shared/text'
import { ApiError, type Call } from '../../lib/api'
import { digestOf } from '../../lib/digest'
import { BASE, draftKey } from './draft-key'
import { type DraftKeeper, placeOf } from './keeper'
import { setOnAccount } from './on-account'
import { saysAllOf, saysTheSame } from './texts-of-draft'

/** Maximum delay between storing a draft in the browser and storing it on the account. */
export const PUSH_AFTER_MS = 3_000
/** Delay before the changes of a failed call are stored again. */
const RETRY_AFTER_MS = 15_000

/**
 * The last version of the account's text that this browser has applied or stored, with a digest of the text; '' for
 * none.
 */
interface Base {
  version: number
  digest: string
}

const NO_BASE: Base = { version: 0, digest: '' }

/** A text of the account; '' with version 0 for none. */
interface OnAccount {
  version: number
  value: string
}

interface Deps {
  keeper: DraftKeeper
  storage: () => Storage
  call: Call
  userId: number
  /** Schedules `work` after a time; the returned function cancels it. */
  later?: (work: () => void, ms: number) => () => void
}

const inTime = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms)
  return () => {
    clearTimeout(timer)
  }
}

/**
 * Synchronises the drafts of this browser with those of the member's account. For the browser's forms the account is
 * like another tab: it writes into the storage that they share, and a form with a different text keeps both. A text
 * replaces only that version on the account which this browser has seen, so no device overwrites what another has
 * written meanwhile. The last common version is stored beside each draft, so that a page that ends at any time, or is
 * offline, continues from there.
 */
export class AccountDrafts {
  /** Places that have changed since they were last compared with the account. */
  private readonly changed = new Set<string>()
  private changes = 0
  private queue: Promise<unknown> = Promise.resolve()
  private cancelTimer: (() => void) | null = null
  private hasStopped = false

  constructor(private readonly deps: Deps) {}

  /** Called after a form has stored, sent or discarded a text. */
  noteChange(slot: string): void {
    const place = this.placeIn(slot)
    if (place === null || this.hasStopped) return
    this.changed.add(place)
    this.changes += 1
    setOnAccount(draftKey(this.deps.userId, place), false)
    // A sent text is removed at once, so that nobody continues it elsewhere.
    if (this.first(place) === null) void this.push()
    else this.pushLater(PUSH_AFTER_MS)
  }

  /** Stores all changes on the account, without waiting for the delay. */
  push(): Promise<void> {
    return this.inTurn(async () => {
      for (const place of this.changed) {
        const { changes } = this
        await this.pushOne(place)
        // A change during the call is stored in the next turn.
        if (changes === this.changes) this.changed.delete(place)
      }
    })
  }

  /** Compares every draft with the account, after the page was closed, hidden or offline. */
  sync(): Promise<void> {
    return this.inTurn(async () => {
      const { drafts } = await this.deps.call('listDrafts')
      const versions = new Map(drafts.map(({ place, version }) => [place, version]))
      for (const place of new Set([...versions.keys(), ...this.places()])) {
        const version = versions.get(place) ?? 0
        if (version === this.base(place).version) await this.pushOne(place)
        else await this.compare(place)
      }
    })
  }

  stop(): void {
    this.hasStopped = true
    this.cancelTimer?.()
  }

  /** Runs work after everything before it. Failed work is repeated later; until then the account has the older text. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const run = this.queue.then(async () => {
      if (this.hasStopped) return
      try {
        await work()
      } catch (error) {
        if (!(error instanceof ApiError) || error.mayPass) this.pushLater(RETRY_AFTER_MS, () => this.sync())
      }
    })
    this.queue = run
    return run
  }

  private pushLater(ms: number, work = () => this.push()): void {
    if (this.cancelTimer || this.hasStopped) return
    this.cancelTimer = (this.deps.later ?? inTime)(() => {
      this.cancelTimer = null
      void work()
    }, ms)
  }

  /** Stores the text of a place on the account, unless the account has it. */
  private async pushOne(place: string): Promise<void> {
    const text = this.first(place)?.text ?? ''
    const { version, digest } = this.base(place)
    if (digestOfText(text) === digest) setOnAccount(draftKey(this.deps.userId, place), text !== '')
    if (digestOfText(text) === digest || byteLength(text) > DRAFT_MAX_BYTES) return
    try {
      const { draft } = await this.deps.call('putDraft', {
        params: { place },
        body: { value: text, version },
      })
      this.setBase(place, draft.version, text)
      setOnAccount(draftKey(this.deps.userId, place), text === this.first(place)?.text)
    } catch (error) {
      if (!(error instanceof ApiError) || error.mayPass) throw error
      // The account refuses it, such as when it has too many drafts: this one stays in the browser alone.
      if (error.code === 'CONFLICT') await this.compare(place)
    }
  }

  private async compare(place: string): Promise<void> {
    const { draft } = await this.deps.call('getDraft', { params: { place } })
    if (this.merge(place, draft)) await this.pushOne(place)
  }

  /** Merges the text of a place with a newer one of the account. Returns whether the account lacks something. */
  private merge(place: string, theirs: OnAccount): boolean {
    this.deps.keeper.flush()
    const mine = this.first(place)
    const { digest } = this.base(place)
    const isChangedHere = digestOfText(mine?.text ?? '') !== digest
    const [ownDraft, other] = [valueOf(mine?.text ?? ''), valueOf(theirs.value)]
    if (isChangedHere && ownDraft && (!other || saysAllOf(ownDraft, other))) {
      this.setBase(place, theirs.version, theirs.value)
      return true
    }
    const key = draftKey(this.deps.userId, place)
    const slot = mine?.slot ?? key
    const replaces =
      !isChangedHere || !ownDraft || !other || saysTheSame(ownDraft, other) || saysAllOf(other, ownDraft)
    // The text is stored first: if the page ends before the rest, both are compared once more.
    if (replaces) this.deps.keeper.follow(key, slot, other ? theirs.value : null)
    else this.deps.keeper.putBefore(key, slot, theirs.value)
    this.setBase(place, theirs.version, theirs.value)
    setOnAccount(key, other !== null)
    return false
  }

  /** Returns the first text that this browser stores for a place, the only one that the account has too. */
  private first(place: string): { slot: string; text: string } | null {
    const key = draftKey(this.deps.userId, place)
    const slot = this.slots()
      .filter((one) => one === key || (one.startsWith(key) && placeOf(one) === key))
      .sort()
      .find((one) => valueOf(this.deps.storage().getItem(one) ?? ''))
    return slot === undefined ? null : { slot, text: this.deps.storage().getItem(slot) ?? '' }
  }

  /** Returns the places for which this browser has, or had, a text. */
  private places(): string[] {
    const found = this.slots().flatMap(
      (key) => this.placeIn(key) ?? this.placeIn(key.slice(BASE.length)) ?? [],
    )
    return [...new Set(found)]
  }

  /** Returns the place whose text is stored under a key; null if it is not stored on the account. */
  private placeIn(slot: string): string | null {
    const prefix = draftKey(this.deps.userId, '')
    const place = slot.startsWith(prefix) ? placeOf(slot).slice(prefix.length) : ''
    return DRAFT_PLACE.test(place) && !LOCAL.has(place) ? place : null
  }

  private base(place: string): Base {
    const stored = this.deps.storage().getItem(BASE + draftKey(this.deps.userId, place))
    const [version, digest = ''] = stored?.split(' ') ?? []
    return version === undefined ? NO_BASE : { version: Number(version), digest }
  }

  private setBase(place: string, version: number, text: string): void {
    const key = BASE + draftKey(this.deps.userId, place)
    if (version === 0) this.deps.storage().removeItem(key)
    else this.deps.storage().setItem(key, `${version} ${digestOfText(text)}`)
  }

  private slots(): string[] {
    return Object.keys(this.deps.storage())
  }
}

/** Places without a text to lose, which stay in the browser. */
const LOCAL = new Set(['last-reply'])

/** Returns the content of a stored text; null for none. */
function valueOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Returns a digest of a text that does not depend on when and in which order it was stored; '' for none. */
function digestOfText(text: string): string {
  const value = valueOf(text)
  if (!value) return ''
  const fields = Object.entries(value).filter(([name]) => name !== 'savedAt' && name !== 'draftId')
  return digestOf(JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1))))
}
