import { type SiteStats } from '@forum/shared/contract'
import { Link } from 'react-router-dom'
import { Count, SectionHeading } from '../../ui'
import { signed } from './MetricChart'
import { busiestBoards } from './metrics'
import { statsText } from './stats.texts'

/** The boards with the most posts, and the change since the range before. */
export function BusyBoards({
  boards,
  previous,
}: {
  boards: SiteStats['boards']
  previous: SiteStats['boards'] | null
}) {
  const busiest = busiestBoards(boards, previous)
  return (
    <section aria-labelledby="stats-boards">
      <SectionHeading id="stats-boards">{statsText('boards')}</SectionHeading>
      {busiest.length === 0 ? (
        <p className="faint small">{statsText('boardsNone')}</p>
      ) : (
        <table className="stats-table">
          <thead>
            <tr>
              <th scope="col">{statsText('board')}</th>
              <th scope="col">{statsText('boardPosts')}</th>
              {previous && <th scope="col">{statsText('boardChange')}</th>}
            </tr>
          </thead>
          <tbody>
            {busiest.map(({ id, name, posts, change }) => (
              <tr key={id}>
                <th scope="row">
                  <Link className="link" to={`/boards/${id}`}>
                    {name}
                  </Link>
                </th>
                <td>
                  <Count value={posts} />
                </td>
                {previous && <td className="num">{change === null ? '–' : signed(change)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
