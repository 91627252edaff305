import { HOUR_MS, MINUTE_MS } from '@forum/shared/clock'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { forum } from '../store'
import { Count, sharedClock, useIsWide } from '../ui'
import { readStats } from './monitor.actions'
import { monitorText } from './monitor.texts'
import './gauges.css'

const REFRESH_MS = 10_000
const OLD_MS = HOUR_MS / 2
const VERY_OLD_MS = 2 * HOUR_MS

type Stats = Extract<Awaited<ReturnType<typeof readStats>>, { ok: true }>['value']

/** The current numbers of the forum: posts a minute, people online, and open work of moderators. */
export function Gauges() {
  const isWide = useIsWide()
  const [stats, setStats] = useState<Stats | null>(null)
  useEffect(() => {
    let isLeft = false
    const refresh = async () => {
      const read = await readStats(forum)
      if (!isLeft) setStats(read.ok ? read.value : null)
    }
    void refresh()
    const timer = setInterval(() => void refresh(), REFRESH_MS)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [])
  const waits = stats?.oldestOpenReportAt
    ? Math.max(0, sharedClock.now() - Date.parse(stats.oldestOpenReportAt))
    : null
  const tone = waits === null || waits < OLD_MS ? '' : waits < VERY_OLD_MS ? 'warn' : 'danger'
  // Drawn without lines until the numbers are there, so that the list below does not move.
  const chart = <Chart now={stats?.postsPerMinute ?? []} before={stats?.postsPerMinuteYesterday ?? []} />
  const online = <b>{stats ? <Count value={stats.online} /> : '–'}</b>
  if (!isWide)
    return (
      <div className="gauges">
        <div className="gauge gauge-chart">{chart}</div>
        <div className="gauge">
          {online}
          <span>{monitorText('gauges.onlineShort')}</span>
        </div>
        <Link to="/moderation/reports" className="gauge">
          <b className={`num ${tone}`}>{stats?.openReports ?? '–'}</b>
          <span>
            {monitorText('gauges.reportsShort')}
            {waits !== null && (
              <>
                {' · '}
                <Waited ms={waits} />
              </>
            )}
          </span>
        </Link>
      </div>
    )
  return (
    <div className="gauges">
      <div className="gauge gauge-chart">
        <span className="gauge-text">
          <b className="num">
            {stats?.postsPerMinute.at(-2) ?? '–'} <small>{monitorText('gauges.posts')}</small>
          </b>
          <span>
            {monitorText('gauges.yesterday', { count: stats?.postsPerMinuteYesterday.at(-2) ?? '–' })}
          </span>
        </span>
        {chart}
      </div>
      <div className="gauge">
        {online}
        <span>{monitorText('gauges.online', { count: stats?.members ?? '–' })}</span>
      </div>
      <Link to="/moderation/reports" className="gauge">
        <b className="num">{stats?.openReports ?? '–'}</b>
        <span>{monitorText('gauges.reports')}</span>
      </Link>
      <Link to="/moderation/reports" className="gauge">
        <b className={`num ${tone}`}>{waits === null ? '–' : <Waited ms={waits} />}</b>
        <span>{monitorText(stats && waits === null ? 'gauges.none' : 'gauges.oldest')}</span>
      </Link>
    </div>
  )
}

function Waited({ ms }: { ms: number }) {
  if (ms < 2 * HOUR_MS) return monitorText('minutes', { count: Math.floor(ms / MINUTE_MS) })
  const hours = Math.floor(ms / HOUR_MS)
  return hours < 48
    ? monitorText('age.hours', { count: hours })
    : monitorText('age.days', { count: Math.floor(hours / 24) })
}

const WIDTH = 216
const HEIGHT = 42
const FOOT = 39

/** Both hours as lines over the same minutes. The minute that has just begun is left out. */
function Chart({ now, before }: { now: readonly number[]; before: readonly number[] }) {
  const most = Math.max(1, ...now, ...before)
  const pointsOf = (counts: readonly number[]) =>
    counts
      .slice(0, -1)
      .map((count, i, { length }) => {
        const x = 2 + (i * (WIDTH - 4)) / Math.max(1, length - 1)
        return `${x.toFixed(1)},${(FOOT - (count / most) * (FOOT - 4)).toFixed(1)}`
      })
      .join(' ')
  const points = pointsOf(now)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={monitorText('gauges.chart')}
    >
      <polygon className="gauge-area" points={`2,${FOOT} ${points} ${WIDTH - 2},${FOOT}`} />
      <line className="gauge-axis" x1="2" x2={WIDTH - 2} y1={FOOT} y2={FOOT} />
      <polyline className="gauge-before" points={pointsOf(before)} />
      <polyline className="gauge-now" points={points} />
    </svg>
  )
}
