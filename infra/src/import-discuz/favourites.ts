import type { ImportReport } from './report'
import { number, text, time, type DiscuzSource } from './source'
import type { ImportTarget } from './target'

/** Imports the threads that members have as favourites, as their bookmarks, above an id of the old forum. */
export async function importFavourites(
  of: {
    source: DiscuzSource
    report: ImportReport
    target: Pick<ImportTarget, 'bookmarks' | 'advance'>
    /** Imported members, by id. */
    names: ReadonlyMap<number, unknown>
  },
  doneUpTo: number,
): Promise<void> {
  const { source, report, target, names } = of
  if (!source.has('home_favorite')) return
  for await (const rows of source.batches('home_favorite', 'favid', doneUpTo)) {
    const past = rows.flatMap((row) => {
      const userId = number(row, 'uid')
      if (!names.has(userId)) return []
      if (text(row, 'idtype') === 'tid')
        return { userId, threadId: number(row, 'id'), at: time(row, 'dateline') ?? new Date(0) }
      report.lose('favourites', `favourite ${number(row, 'favid')}`)
      return []
    })
    report.add('bookmarks', await target.bookmarks(past))
    await target.advance('favourites', number(rows.at(-1) ?? {}, 'favid'))
  }
}
