import { useState } from 'react'
import { Button } from '../../ui'
import { newestRows, type Point } from './metrics'
import { statsText } from './stats.texts'

const COLUMNS = [
  'newMembers',
  'activeMembers',
  'returningMembers',
  'threads',
  'replies',
  'reports',
  'medianHoursToSettle',
  'emptySearches',
] as const satisfies (keyof Point)[]

/** Number of rows added at a time. */
const STEP = 60

/** The same numbers as a table, initially folded. */
export function StatsTable({ series }: { series: readonly Point[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [count, setCount] = useState(STEP)
  const left = series.length - count
  return (
    <details
      className="stats-details"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open)
      }}
    >
      <summary>{statsText('table')}</summary>
      {isOpen && (
        <>
          <div className="stats-scroll" role="region" aria-label={statsText('tableOf')} tabIndex={0}>
            <table className="stats-table">
              <thead>
                <tr>
                  <th scope="col">{statsText('from')}</th>
                  {COLUMNS.map((name) => (
                    <th key={name} scope="col">
                      {statsText(`columns.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {newestRows(series, count).map((point) => (
                  <tr key={point.date}>
                    <th scope="row" className="num">
                      {point.date}
                    </th>
                    {COLUMNS.map((name) => (
                      <td key={name} className="num">
                        {point[name] ?? '–'}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {left > 0 && (
            <Button
              onClick={() => {
                setCount(count + STEP)
              }}
            >
              {statsText('more', { count: Math.min(STEP, left) })}
            </Button>
          )}
        </>
      )}
    </details>
  )
}
