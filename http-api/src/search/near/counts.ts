import type { IndexPart } from '../evaluate'
import type { Reading } from '../group-docs'
import type { MemorySegment } from '../memory-segment'
import type { StoredSegment, TermSource } from '../segment'

type Terms = StoredSegment | MemorySegment
export const isStored = (terms: Terms): terms is StoredSegment => 'pagesOf' in terms

/** Returns how many documents have each term. Their lists are not read, which for common terms takes far longer. */
export async function countsOf(
  parts: readonly IndexPart[],
  terms: readonly string[],
  read: Reading['read'],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  const sources = await Promise.all(
    parts.map(({ terms: source }): Promise<TermSource> => {
      if (!isStored(source)) return Promise.resolve(source)
      const pages = new Set(terms.map((term) => source.pageOf(term)).filter((page) => page >= 0))
      return read(source, [...pages])
    }),
  )
  for (const source of sources) {
    for (const term of terms) {
      const count = source.find(term)?.count ?? 0
      if (count > 0) counts.set(term, (counts.get(term) ?? 0) + count)
    }
  }
  return counts
}
