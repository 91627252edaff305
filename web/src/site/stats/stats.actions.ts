import { type SiteStats } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { dayBefore, mayCompare, RANGES, type StatsView } from './view'

export interface ShownStats {
  stats: SiteStats
  /** The numbers of the range before; null if they are not compared. */
  previous: SiteStats | null
}

/** Loads the numbers of a range, and of the one before it if they are compared. */
export function loadStats(forum: Forum, { range, by, isCompared }: StatsView): Promise<Result<ShownStats>> {
  const days = RANGES[range]
  const read = async () => {
    const stats = await forum.call('siteStats', { query: { days, by } })
    const first = stats.series[0]?.date
    if (!isCompared || !mayCompare(range) || first === undefined) return { stats, previous: null }
    return { stats, previous: await forum.call('siteStats', { query: { days, by, to: dayBefore(first) } }) }
  }
  return resultOf(read())
}

/** Loads the same numbers as a file. */
export const loadStatsFile = (forum: Forum, { range, by }: StatsView) =>
  resultOf(
    forum
      .call('siteStatsCsv', { query: { days: RANGES[range], by } })
      .then(({ body, type }) => new Blob([body as BlobPart], { type })),
  )
