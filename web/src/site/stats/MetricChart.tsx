import { formatCount } from '@forum/shared/text'
import { useId, useMemo } from 'react'
import { Bone, rows, Skeleton } from '../../ui'
import { METRICS, type Metric, plotted, type Point } from './metrics'
import { Plot, type PlotLine } from './Plot'
import { statsText } from './stats.texts'
import { daysAsText, type StatsView, weekdayOf } from './view'

/** A chart of one metric, with its number above it and the values at the mark below it. */
export function MetricChart({
  metric,
  series,
  previous,
  by,
  at,
  onMove,
}: {
  metric: Metric
  series: readonly Point[]
  previous: readonly Point[] | null
  by: StatsView['by']
  at: number | null
  onMove: (at: number) => void
}) {
  const id = useId()
  const drawn = useMemo(() => plotted(metric, series, previous), [metric, series, previous])
  const lines = useMemo(
    () => [
      ...(drawn.before ? [{ values: drawn.before, look: 'before' } satisfies PlotLine] : []),
      ...(drawn.part ? [{ values: drawn.part, look: 'part' } satisfies PlotLine] : []),
      { values: drawn.value, look: 'line' } satisfies PlotLine,
    ],
    [drawn],
  )
  const asText = useMemo(() => daysAsText(series.map(({ date }) => date)), [series])
  const places = useMemo(() => series.map(({ date }) => asText.place(date)), [series, asText])
  const shown = at ?? series.length - 1
  const date = series[shown]?.date ?? ''
  const values = [
    drawn.value[shown] === null
      ? statsText('none')
      : statsText(`value.${metric.key}`, { value: textOf(drawn.value[shown]) }),
    ...(metric.part ? [statsText(`value.${metric.part.key}`, { value: textOf(drawn.part?.[shown]) })] : []),
    ...(drawn.before ? [statsText('value.before', { value: textOf(drawn.before[shown]) })] : []),
  ]
  const period =
    by === 'day' ? dayText(date, asText.day(date)) : statsText('weekOf', { date: asText.day(date) })
  const label = statsText(`metric.${metric.key}`)
  return (
    <section className="stats-chart" aria-labelledby={id}>
      <h2 className="stats-head" id={id}>
        {label}
        <Total metric={metric} total={drawn.total} change={drawn.change} by={by} />
      </h2>
      <Plot
        label={label}
        lines={lines}
        places={places}
        isWhole={metric.key !== 'settle'}
        at={at}
        valueText={[period, ...values].join(' ')}
        onMove={onMove}
      />
      <p className="stats-values" aria-hidden>
        <b className={at === null ? undefined : 'stats-marked'}>{period}</b>
        {values.map((value) => (
          <span key={value}>{value}</span>
        ))}
      </p>
    </section>
  )
}

function Total({
  metric,
  total,
  change,
  by,
}: {
  metric: Metric
  total: number | null
  change: number | null
  by: StatsView['by']
}) {
  const unit = metric.total === 'sum' ? statsText('sum') : statsText(by === 'day' ? 'meanDay' : 'meanWeek')
  return (
    <span className="stats-total">
      <small>{unit}</small> {textOf(total)}
      {metric.key === 'settle' && total !== null && <small> {statsText('hours')}</small>}
      {change !== null && <small> {statsText('change', { percent: signed(change) })}</small>}
    </span>
  )
}

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? statsText('none') : formatCount(value, 'zh')

/** Returns a percentage with its sign: `+6%`. */
export const signed = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

const dayText = (date: string, text: string): string =>
  statsText('dayOf', {
    date: text,
    weekday: statsText(`weekdays.${WEEKDAYS[weekdayOf(date)] ?? 'sun'}`),
  })

/** The charts while they load, in their size. */
export function ChartSkeletons() {
  return (
    <Skeleton>
      <div className="stats-charts">
        {rows(METRICS.length, (index) => (
          <div key={index} className="stats-chart">
            <div className="stats-head">
              <Bone width="7em" />
            </div>
            <Bone height="150px" />
            <p className="stats-values">
              <Bone width="12em" />
            </p>
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
