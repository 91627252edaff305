import { type PostVersion } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { type ApiError } from '../../resource'
import { forum } from '../../store'
import { Bone, Dialog, ErrorState, RelativeTime, Skeleton } from '../../ui'
import { actionsText } from './actions.texts'
import { type PostEntity } from '../thread-copy'
import { TextDiff } from './TextDiff'
import { readVersions } from './thread-actions.actions'
import './thread-actions.css'

/** Every version of a post, the newest first, each with what it changed. */
export function HistoryDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const [versions, setVersions] = useState<PostVersion[] | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const { id, version } = post
  useEffect(() => {
    let isUnmounted = false
    const read = async () => {
      setError(null)
      const result = await readVersions(forum, id)
      if (isUnmounted) return
      if (result.ok) setVersions(result.value)
      else setError(result.error)
    }
    void read()
    return () => {
      isUnmounted = true
    }
  }, [id, version, attempt])
  return (
    <Dialog isText onClose={onClose} title={actionsText('historyTitle')} shape="box">
      {error && (
        <ErrorState
          title={actionsText('historyFailed')}
          cause={error.message}
          onRetry={() => {
            setAttempt(attempt + 1)
          }}
        />
      )}
      {versions === null && !error && (
        <Skeleton>
          <p>
            <Bone width="60%" />
          </p>
          <p>
            <Bone width="90%" />
          </p>
        </Skeleton>
      )}
      {versions?.length === 1 && <p className="faint">{actionsText('historyOnly')}</p>}
      {versions && (
        <ol className="versions">
          {versions.toReversed().map((one) => {
            const before = versions.findLast((earlier) => earlier.version < one.version)
            return (
              <li key={one.version} className="version">
                <p className="version-head">
                  <b>{before ? actionsText('version', { n: one.version }) : actionsText('firstVersion')}</b>
                  <span className="one-line">{one.editedBy.displayName}</span>
                  <RelativeTime at={one.editedAt} />
                </p>
                <TextDiff before={before?.content ?? one.content} after={one.content} isWhole={!before} />
              </li>
            )
          })}
        </ol>
      )}
    </Dialog>
  )
}
