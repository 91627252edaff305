import { type LogEntry } from '@forum/shared/contract'
import { DISCIPLINE_SHOWN } from '@forum/shared/limits'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type List, revalidateList } from '../../resource'
import { forum } from '../../store'
import { Button, classNames, localTime, toast } from '../../ui'
import { actOf, shownActor, shownReason, toneOf } from '../log/entries'
import { undoAct } from '../log/log.actions'
import { disciplineText } from './discipline.texts'

/** The acts on a member and on their content, the newest first, each with its undo. */
export function Entries({ entries, list }: { entries: readonly LogEntry[]; list: List<LogEntry> }) {
  const [undoing, setUndoing] = useState<number | null>(null)
  const undo = async (id: number) => {
    setUndoing(id)
    const result = await undoAct(forum, id)
    setUndoing(null)
    if (result.ok) toast.success(disciplineText('undone'))
    else toast.error(disciplineText('failed'), { description: result.error.message })
    revalidateList(forum, list).catch(() => undefined)
  }
  return (
    <section aria-labelledby="discipline-entries">
      <h3 id="discipline-entries">
        {disciplineText('entries')}{' '}
        <span className="faint small">
          {disciplineText(entries.length < DISCIPLINE_SHOWN ? 'entriesCount' : 'entriesLast', {
            count: entries.length,
          })}
        </span>
      </h3>
      {entries.length === 0 && <p className="faint">{disciplineText('none')}</p>}
      <ol className="timeline">
        {entries.map((entry) => (
          <li key={entry.id} className={classNames(toneOf(entry) !== 'live' && 'timeline-hot')}>
            <div className="timeline-head">
              <b>{actOf(entry)}</b>
              <span className="faint small num">
                {shownActor(entry).displayName} · {localTime(entry.createdAt)}
              </span>
            </div>
            {entry.thread && (
              <p className="small one-line">
                <Link
                  className="link"
                  to={entry.postId === null ? `/threads/${entry.thread.id}` : `/posts/${entry.postId}`}
                >
                  {entry.thread.title}
                </Link>{' '}
                {entry.postNumber !== null && disciplineText('floor', { number: entry.postNumber })}
              </p>
            )}
            {shownReason(entry) !== null && <p className="soft small">{shownReason(entry)}</p>}
            {entry.undone && (
              <p className="faint small">
                {disciplineText('undoneBy', { name: entry.undone.by.displayName })}
              </p>
            )}
            {entry.canUndo && !entry.undone && (
              <Button
                size="small"
                tone="quiet"
                busy={undoing === entry.id}
                onClick={() => void undo(entry.id)}
              >
                {disciplineText('undo')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
