/** One measured row. */
export interface Row {
  name: string
  perSecond?: number
  /** Milliseconds. */
  p50?: number
  p99?: number
  /** Database commands per call, including those after its response. */
  trips?: number | null
  rssBytes?: number | null
  floor?: { name: string; value: string }
  /** The ratio to the baseline: of throughput, where more is better, or of time, where less is. */
  ratio?: number
  /** The target for the ratio. */
  goal?: { atLeast: number } | { atMost: number }
  /** p50 with 200,000 posts divided by p50 with 2,000. */
  growth?: number
  failed?: number
}

const HEAD = ['row', '/s', 'p50 ms', 'p99 ms', 'trips', 'RSS MB', 'floor', 'of floor', 'goal', 'growth']

const digits = (value: number | null | undefined, places: number) =>
  value === undefined || value === null ? '' : value.toFixed(places)

export function goalReached({ ratio, goal }: Row): boolean | null {
  if (ratio === undefined || goal === undefined) return null
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost
}

function goalText(row: Row): string {
  if (row.goal === undefined) return ''
  const wanted = 'atLeast' in row.goal ? `≥ ${row.goal.atLeast}` : `≤ ${row.goal.atMost}`
  const reached = goalReached(row)
  return reached === null ? wanted : `${wanted} ${reached ? '✓' : '✗'}`
}

/** Returns a Markdown table, aligned so that it is readable as plain text too. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, i) => (i === 0 ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

export function table(rows: readonly Row[]): string {
  return markdown(
    HEAD,
    rows.map((row) => [
      row.failed ? `${row.name} (${row.failed} failed)` : row.name,
      digits(row.perSecond, (row.perSecond ?? 0) < 100 ? 1 : 0),
      digits(row.p50, 1),
      digits(row.p99, 1),
      digits(row.trips, 1),
      row.rssBytes ? digits(row.rssBytes / 1e6, 0) : '',
      row.floor ? `${row.floor.name} ${row.floor.value}` : '',
      digits(row.ratio, 2),
      goalText(row),
      digits(row.growth, 2),
    ]),
  )
}
