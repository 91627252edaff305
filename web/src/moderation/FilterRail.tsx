import { useForum } from '../store'
import { Avatar, Button, classNames } from '../ui'
import { X } from '../ui/icons'
import { useSession } from '../state/session'
import { useBoards } from '../boards'
import { type FeedCounts, type FeedFilter, FLAGS, KIND_GROUP_NAMES, VIEWS } from './feed'
import { NO_FILTER, queryOf } from './filter-address'
import { monitorSlice } from './monitor.slice'
import { monitorText } from './monitor.texts'
import './filter-rail.css'

/** Adds a name to a list in its usual order, or takes it away. */
const toggled = <T,>(all: readonly T[], chosen: readonly T[], one: T): T[] =>
  all.filter((each) => (each === one ? !chosen.includes(each) : chosen.includes(each)))

/** The filters of the feed, with the numbers of the last minutes, and the moderators on duty. */
export function FilterRail({
  filter,
  counts,
  actorName,
  onChange,
}: {
  filter: FeedFilter
  counts: FeedCounts
  /** The name of the filter's only member; null while it is unknown. */
  actorName: string | null
  onChange: (filter: FeedFilter) => void
}) {
  const me = useSession().user
  const hasOwn = me !== null && me.role !== 'user' && me.moderatedBoardIds.length > 0
  const kinds = filter.kinds.length > 0 ? filter.kinds : KIND_GROUP_NAMES
  return (
    <div className="monitor-filters">
      <h2 className="monitor-counted">
        {monitorText('views')} <span>{monitorText('counted')}</span>
      </h2>
      <ul>
        {VIEWS.filter((view) => view !== 'mine' || hasOwn || filter.view === 'mine').map((view) => (
          <li key={view}>
            <button
              type="button"
              className={classNames('monitor-view', filter.view === view && 'monitor-view-on')}
              aria-pressed={filter.view === view}
              onClick={() => {
                onChange({ ...filter, view })
              }}
            >
              {monitorText(`view.${view}`)}
              <span className="num">{counts[view]}</span>
            </button>
          </li>
        ))}
      </ul>
      <h2>{monitorText('kindsHeading')}</h2>
      <ul>
        {KIND_GROUP_NAMES.map((kind) => (
          <Choice
            key={kind}
            label={monitorText(`kindGroup.${kind}`)}
            count={counts.kinds[kind]}
            isOn={kinds.includes(kind)}
            onToggle={() => {
              const next = toggled(KIND_GROUP_NAMES, kinds, kind)
              onChange({ ...filter, kinds: next.length === KIND_GROUP_NAMES.length ? [] : next })
            }}
          />
        ))}
      </ul>
      <h2>{monitorText('flagsHeading')}</h2>
      <ul>
        {FLAGS.map((flag) => (
          <Choice
            key={flag}
            label={monitorText(`flag.${flag}`)}
            count={counts.flags[flag] ?? 0}
            isOn={filter.flags.includes(flag)}
            onToggle={() => {
              onChange({ ...filter, flags: toggled(FLAGS, filter.flags, flag) })
            }}
          />
        ))}
      </ul>
      <BoardChoice filter={filter} onChange={onChange} />
      {filter.actor !== null && (
        <Button
          size="small"
          icon={<X aria-hidden />}
          onClick={() => {
            onChange({ ...filter, actor: null })
          }}
        >
          {actorName === null ? monitorText('actorUnknown') : monitorText('actor', { name: actorName })}
        </Button>
      )}
      {queryOf(filter) !== '' && (
        <Button
          size="small"
          tone="quiet"
          onClick={() => {
            onChange(NO_FILTER)
          }}
        >
          {monitorText('clearFilter')}
        </Button>
      )}
      <Duty />
    </div>
  )
}

/** A check box as a button, which leaves the monitor's keys usable. */
function Choice({
  label,
  count,
  isOn,
  onToggle,
}: {
  label: string
  count: number
  isOn: boolean
  onToggle: () => void
}) {
  return (
    <li>
      <button type="button" role="checkbox" aria-checked={isOn} className="monitor-choice" onClick={onToggle}>
        <i aria-hidden />
        {label}
        <span className="num">{count}</span>
      </button>
    </li>
  )
}

function BoardChoice({ filter, onChange }: { filter: FeedFilter; onChange: (filter: FeedFilter) => void }) {
  const boards = useBoards()
  return (
    <label className="monitor-board">
      <span>{monitorText('board')}</span>
      <select
        className="input"
        value={filter.boardId ?? ''}
        onChange={({ target }) => {
          onChange({ ...filter, boardId: target.value === '' ? null : Number(target.value) })
        }}
      >
        <option value="">{monitorText('allBoards')}</option>
        {boards.status === 'ready' &&
          boards.data.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
      </select>
    </label>
  )
}

/** The other moderators who look at something. */
function Duty() {
  const me = useSession().user?.id
  const looking = useForum((read) => read(monitorSlice).looking)
  const others = looking.filter(({ user }) => user.id !== me)
  if (others.length === 0) return null
  return (
    <>
      <h2>{monitorText('duty')}</h2>
      <ul className="monitor-duty">
        {others.map(({ user, caseId }) => (
          <li key={user.id}>
            <Avatar user={user} size="small" />
            <span>
              {user.displayName}
              <small>{monitorText(caseId === undefined ? 'looksAtPost' : 'looksAtCase')}</small>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
