import { type ActChange, type LogEntry } from '@forum/shared/contract'
import { useCallback } from 'react'
import { useLoaded } from '../../resource'
import { forum } from '../../store'
import { Bone, localTime } from '../../ui'
import { readVersions, TextDiff } from '../../threads'
import { changeOf } from './entries'
import { logScreenText } from './log-screen.texts'

/** Fields that a row already names, or whose values mean nothing to a reader. */
const FIELDS_WITHOUT_DETAIL = new Set([
  'case',
  'settlement',
  'version',
  'boardId',
  'isPinned',
  'isLocked',
  'isFeatured',
  'posts',
  'purge',
  'transfer',
  'warning',
])

const detailedChanges = ({ changes }: LogEntry) =>
  changes.filter(({ field }) => !FIELDS_WITHOUT_DETAIL.has(field))

/** Returns whether a row has details that do not fit into it. */
export const hasDetail = (entry: LogEntry): boolean =>
  entry.action === 'edit_post' || detailedChanges(entry).length > 0 || (entry.reason?.length ?? 0) > 40

/** The changed fields of an act, and its whole reason. */
export function EntryDetail({ entry }: { entry: LogEntry }) {
  return (
    <>
      {entry.action === 'edit_post' && entry.postId !== null && (
        <EditDiff postId={entry.postId} version={Number(changeOf(entry, 'version')?.after)} />
      )}
      {detailedChanges(entry).map((change) =>
        typeof change.before === 'string' && typeof change.after === 'string' && !isTime(change.after) ? (
          <TextDiff key={change.field} before={change.before} after={change.after} />
        ) : (
          <p key={change.field} className="small">
            {shownValue(change.before)} → {shownValue(change.after)}
          </p>
        ),
      )}
      {entry.reason !== null && <p className="soft log-reason">{entry.reason}</p>}
    </>
  )
}

const isTime = (value: string) => /^\d{4}-\d\d-\d\dT/.test(value)

function shownValue(value: ActChange['before']): string {
  if (value === null || value === '') return logScreenText('empty')
  if (typeof value === 'boolean') return logScreenText(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.map((id) => `#${id}`).join('、') || logScreenText('empty')
  return typeof value === 'string' && isTime(value) ? localTime(value) : String(value)
}

/** The difference made by one edit of a post. */
function EditDiff({ postId, version }: { postId: number; version: number }) {
  const { data: versions, error } = useLoaded(useCallback(() => readVersions(forum, postId), [postId]))
  if (error)
    return (
      <p className="small" role="alert">
        {logScreenText('diffFailed')}：{error.message}
      </p>
    )
  if (!versions) return <Bone width="60%" />
  const contentOf = (wanted: number) => versions.find((one) => one.version === wanted)?.content ?? ''
  return <TextDiff before={contentOf(version - 1)} after={contentOf(version)} />
}
