import { useMemo, useState } from 'react'
import { SectionHeading } from '../../ui'
import { Plot, type PlotLine } from './Plot'
import { statsText } from './stats.texts'

/** The number of posts in each hour of the site's day. */
export function BusyHours({ hours }: { hours: readonly number[] }) {
  const [at, setAt] = useState<number | null>(null)
  const lines = useMemo(() => [{ values: hours, look: 'bars' } satisfies PlotLine], [hours])
  const places = useMemo(() => hours.map((_, hour) => `${hour}:00`), [hours])
  const busiest = hours.indexOf(Math.max(...hours))
  const hour = at ?? busiest
  const value = statsText('hourValue', { hour, posts: hours[hour] ?? 0 })
  return (
    <section aria-labelledby="stats-hours">
      <SectionHeading id="stats-hours">{statsText('busyHours')}</SectionHeading>
      <Plot
        label={statsText('busyHours')}
        lines={lines}
        places={places}
        isWhole
        at={hour}
        valueText={value}
        onMove={setAt}
      />
      <p className="stats-values" aria-hidden>
        <b className={at === null ? undefined : 'stats-marked'}>{value}</b>
      </p>
    </section>
  )
}
