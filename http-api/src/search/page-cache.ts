import { LRUCache } from 'lru-cache'
import { BatchedReads } from '../platform/work/batched-reads'

/** Memory for pages of the index in one process. */
const CACHE_BYTES = 32 * 1024 * 1024

/** A page that the manifest of this process names no longer exists: the manifest is out of date. */
export class MissingPageError extends Error {}

/** Keeps recently used pages. Queries that need others at the same time read them together. */
export class PageCache {
  private readonly kept = new LRUCache<number, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (page) => page.length + 1,
  })
  private readonly reads = new BatchedReads<number, Uint8Array>((ids) => this.readAll(ids))

  constructor(private readonly read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Uint8Array>>) {}

  /** Returns the pages with these ids. Throws a `MissingPageError` if one does not exist. */
  async get(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const cached = this.cachedPages(ids)
    const pages = cached.size === ids.length ? cached : await this.reads.getAll(ids)
    if (ids.some((id) => !pages.has(id))) throw new MissingPageError()
    return pages
  }

  private cachedPages(ids: readonly number[]): Map<number, Uint8Array> {
    return new Map(
      ids.flatMap((id) => {
        const page = this.kept.get(id)
        return page ? [[id, page] as const] : []
      }),
    )
  }

  private async readAll(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    // Some were read while these waited for their turn.
    const pages = this.cachedPages(ids)
    const missing = ids.filter((id) => !pages.has(id))
    if (missing.length === 0) return pages
    for (const [id, page] of await this.read(missing)) {
      this.kept.set(id, page)
      pages.set(id, page)
    }
    return pages
  }
}
