import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import { Button, Check, Chips, PageHeading, saveFile, useAction, usePageTitle } from '../../ui'
import { Download } from '../../ui/icons'
import { BusyBoards } from './BusyBoards'
import { BusyHours } from './BusyHours'
import { ChartSkeletons, MetricChart } from './MetricChart'
import { METRICS } from './metrics'
import { loadStats, loadStatsFile, type ShownStats } from './stats.actions'
import { statsText } from './stats.texts'
import { StatsTable } from './StatsTable'
import { mayCompare, queryOf, RANGE_NAMES, type StatsView, viewOf } from './view'
import './stats.css'

/** `/admin/stats`: the numbers of the site by day or week, as charts and as a table. */
export function StatsScreen() {
  const [query, setQuery] = useSearchParams()
  const address = queryOf(viewOf(query)).toString()
  const view = useMemo(() => viewOf(new URLSearchParams(address)), [address])
  const loaded = useLoaded(useCallback(() => loadStats(forum, view), [view]))
  usePageTitle(statsText('title'))
  const show = (change: Partial<StatsView>) => {
    setQuery(queryOf({ ...view, ...change }), { replace: true, state: { keepsScroll: true } })
  }
  return (
    <>
      <PageHeading title={statsText('title')} />
      <p className="faint small">{statsText('note')}</p>
      <Choices view={view} onShow={show} />
      <WhenLoaded loaded={loaded} skeleton={<ChartSkeletons />} failed={statsText('failed')}>
        {(shown) => <Numbers shown={shown} by={view.by} />}
      </WhenLoaded>
    </>
  )
}

function Choices({ view, onShow }: { view: StatsView; onShow: (change: Partial<StatsView>) => void }) {
  const download = useAction(
    () => loadStatsFile(forum, view),
    (file) => {
      saveFile(file, 'stats.csv')
    },
    statsText('downloadFailed'),
  )
  return (
    <div className="stats-choices">
      <div role="group" aria-label={statsText('range')}>
        <Chips
          options={RANGE_NAMES.map((range) => ({ value: range, label: statsText(`ranges.${range}`) }))}
          value={view.range}
          onPress={(range) => {
            onShow({ range })
          }}
        />
      </div>
      <div role="group" aria-label={statsText('by')}>
        <Chips
          options={(['day', 'week'] as const).map((by) => ({ value: by, label: statsText(`bys.${by}`) }))}
          value={view.by}
          onPress={(by) => {
            onShow({ by })
          }}
        />
      </div>
      {mayCompare(view.range) && (
        <Check
          label={statsText('compare')}
          checked={view.isCompared}
          onChange={(isCompared) => {
            onShow({ isCompared })
          }}
        />
      )}
      <Button icon={<Download aria-hidden />} size="small" busy={download.isBusy} onClick={download.run}>
        {statsText('download')}
      </Button>
    </div>
  )
}

function Numbers({ shown: { stats, previous }, by }: { shown: ShownStats; by: StatsView['by'] }) {
  const [at, setAt] = useState<number | null>(null)
  const dates = useMemo(() => stats.series.map(({ date }) => date), [stats])
  // Ignores the mark of an earlier, longer range.
  const mark = at !== null && at < dates.length ? at : null
  return (
    <>
      <div className="stats-charts">
        {METRICS.map((metric) => (
          <MetricChart
            key={metric.key}
            metric={metric}
            series={stats.series}
            previous={previous?.series ?? null}
            by={by}
            at={mark}
            onMove={setAt}
          />
        ))}
      </div>
      <StatsTable key={`${dates[0]} ${by}`} series={stats.series} />
      <div className="stats-charts">
        <BusyBoards boards={stats.boards} previous={previous?.boards ?? null} />
        <BusyHours hours={stats.hours} />
      </div>
    </>
  )
}
