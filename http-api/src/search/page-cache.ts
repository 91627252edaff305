import { LRUCache } from 'lru-cache'

/** Memory for pages of the index in one process. */
const CACHE_BYTES = 32 * 1024 * 1024

/** A page that the manifest of this process names no longer exists: the manifest is out of date. */
export class MissingPageError extends Error {}

/** Keeps recently used pages. A page that is being read is not read twice. */
export class PageCache {
  private readonly kept = new LRUCache<number, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (page) => page.length + 1,
  })
  private readonly reading = new Map<number, Promise<ReadonlyMap<number, Uint8Array>>>()

  constructor(private readonly read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Uint8Array>>) {}

  /** Returns the pages with these ids. Throws a `MissingPageError` if one does not exist. */
  async get(ids: Iterable<number>): Promise<ReadonlyMap<number, Uint8Array>> {
    const pages = new Map<number, Uint8Array>()
    const missing: number[] = []
    const underWay = new Map<number, Promise<ReadonlyMap<number, Uint8Array>>>()
    for (const id of new Set(ids)) {
      const page = this.kept.get(id)
      const reading = this.reading.get(id)
      if (page) pages.set(id, page)
      else if (reading) underWay.set(id, reading)
      else missing.push(id)
    }
    if (missing.length > 0) {
      const reading = this.readAll(missing)
      for (const id of missing) underWay.set(id, reading)
    }
    for (const [id, reading] of underWay) {
      const page = (await reading).get(id)
      if (!page) throw new MissingPageError()
      pages.set(id, page)
    }
    return pages
  }

  private async readAll(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const reading = this.read(ids)
    for (const id of ids) this.reading.set(id, reading)
    try {
      const found = await reading
      for (const [id, page] of found) this.kept.set(id, page)
      return found
    } finally {
      for (const id of ids) this.reading.delete(id)
    }
  }
}
