import { ageMs, type Clock } from '@forum/shared/clock'
import { LRUCache } from 'lru-cache'
import type { GapValues, JsonTemplate } from './json-template'
import type { ResponseBody } from './response-body'

/**
 * The versions of what a body contains, as numbers that only increase. A body covers a required version if none of its
 * numbers is lower.
 */
export type Version = readonly number[]

/** A finished response, or the parts of one. */
export interface Kept {
  version: Version
  body: ResponseBody
}

const covers = (version: Version, required: Version) =>
  required.every((number, i) => (version[i] ?? -1) >= number)

const MB = 1024 * 1024
/**
 * Memory limits for bodies shared by all readers, for those shared by members who have narrowed a list in the same way,
 * and for bodies of single members.
 */
const SHARED_MAX_BYTES = 128 * MB
const NARROWED_MAX_BYTES = 16 * MB
const PERSONAL_MAX_BYTES = 8 * MB
/** Memory overhead of an entry besides its body. */
const ENTRY_BYTES = 4_096

const bodies = (maxSize: number) =>
  new LRUCache<string, { value: Kept; at: number }>({
    maxSize,
    sizeCalculation: ({ value }) => value.body.size + ENTRY_BYTES,
  })

/**
 * Caches finished bodies, bounded by memory. A body is served only while it covers the version that its caller read
 * after the request arrived, so it is never older than a response that any reader has already received. Data that no
 * version covers (names and counts of authors) may lag by the age that the caller allows.
 */
export class ResponseCache {
  private readonly shared = bodies(SHARED_MAX_BYTES)
  /** Apart from the others, so that what members choose never displaces what everyone reads. */
  private readonly narrowed = bodies(NARROWED_MAX_BYTES)
  private readonly personal = new LRUCache<string, ResponseBody>({
    maxSize: PERSONAL_MAX_BYTES,
    sizeCalculation: (body) => body.size + ENTRY_BYTES,
  })
  /** Identifies kept bodies; a body that is built again gets another number. */
  private readonly serials = new WeakMap<Kept, number>()
  private lastSerial = 0
  private readonly building = new Map<string, Promise<Kept>>()

  constructor(
    private readonly clock: Clock,
    private readonly onLookup: (kind: string, hit: boolean) => void = () => undefined,
  ) {}

  /** Returns the body under a key, or builds it. Callers share a build in progress if it covers their version. */
  async get<T extends Kept>(
    what: {
      kind: string
      key: string
      required: Version
      maxAgeMs: number
      /** True if the key contains a member's own choices, so that there may be as many keys as members. */
      isNarrowed?: boolean | undefined
    },
    build: () => Promise<T>,
  ): Promise<T> {
    const { kind, required, maxAgeMs, isNarrowed = false } = what
    const key = `${kind} ${what.key}`
    const pool = isNarrowed ? this.narrowed : this.shared
    const kept = pool.get(key)
    const now = this.clock.now().getTime()
    const isKept =
      kept !== undefined && covers(kept.value.version, required) && ageMs(this.clock, kept.at) <= maxAgeMs
    this.onLookup(kind, isKept)
    // Each key belongs to one kind, and each kind to one caller, which builds one type.
    if (isKept) return kept.value as T
    const underWay = this.building.get(key)
    if (underWay) {
      const value = await underWay.catch(() => null)
      if (value && covers(value.version, required)) return value as T
    }
    return this.build({ key, pool, at: now }, build)
  }

  /** Drops every body, after a change that no version covers and that must not lag: rare, since all is built again. */
  clear(): void {
    this.shared.clear()
    this.narrowed.clear()
    this.building.clear()
  }

  private async build<T extends Kept>(
    { key, pool, at }: { key: string; pool: ReturnType<typeof bodies>; at: number },
    build: () => Promise<T>,
  ): Promise<T> {
    const building = build()
    this.building.set(key, building)
    try {
      const value = await building
      const kept = pool.get(key)
      // A slow build that began earlier must not replace the result of a later one, nor outlive `clear`.
      if (this.building.get(key) === building && (!kept || kept.at <= at)) pool.set(key, { value, at })
      return value
    } finally {
      if (this.building.get(key) === building) this.building.delete(key)
    }
  }

  /**
   * Returns a member's version of a kept body, or fills it in. The reader's key stands for everything that the gaps
   * depend on; with the same key and body nothing is computed again. Null if that is not known before filling.
   */
  async forMember(
    kept: Kept & { template: JsonTemplate },
    readerKey: string | null,
    valuesOf: () => Promise<GapValues>,
  ): Promise<ResponseBody> {
    const key = readerKey === null ? null : `${this.serialOf(kept)} ${readerKey}`
    const cached = key === null ? undefined : this.personal.get(key)
    if (cached) return cached
    const { etag, build } = kept.template.fill(await valuesOf())
    const body = (key === null ? this.personal.get(etag) : undefined) ?? build()
    this.personal.set(key ?? etag, body)
    return body
  }

  private serialOf(kept: Kept): number {
    const serial = this.serials.get(kept)
    if (serial !== undefined) return serial
    this.serials.set(kept, ++this.lastSerial)
    return this.lastSerial
  }
}
