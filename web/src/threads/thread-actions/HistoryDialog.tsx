import { isolated } from '@forum/shared/text'
import { useCallback } from 'react'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import { Dialog, RelativeTime, SkeletonLines } from '../../ui'
import { actionsText } from './actions.texts'
import { type PostEntity } from '../../state/thread-copy'
import { TextDiff } from './TextDiff'
import { readVersions } from './thread-actions.actions'
import './thread-actions.css'

/** Every version of a post, the newest first, each with its changes. */
export function HistoryDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const { id, version } = post
  const loaded = useLoaded(
    useCallback(() => readVersions(forum, id), [id]),
    version,
  )
  return (
    <Dialog isText onClose={onClose} title={actionsText('historyTitle')} shape="box">
      <WhenLoaded
        loaded={loaded}
        skeleton={<SkeletonLines count={2} />}
        failed={actionsText('historyFailed')}
      >
        {(versions) => (
          <>
            {versions.length === 1 && <p className="faint">{actionsText('historyOnly')}</p>}
            <ol className="versions">
              {versions.toReversed().map((one) => {
                const before = versions.findLast((earlier) => earlier.version < one.version)
                return (
                  <li key={one.version} className="version">
                    <p className="version-head">
                      <b>
                        {before ? actionsText('version', { n: one.version }) : actionsText('firstVersion')}
                      </b>
                      <span className="one-line">{one.editedBy.displayName}</span>
                      <RelativeTime at={one.editedAt} />
                    </p>
                    {one.note !== undefined && <p className="version-note">{isolated(one.note)}</p>}
                    <TextDiff before={before?.content ?? one.content} after={one.content} isWhole={!before} />
                  </li>
                )
              })}
            </ol>
          </>
        )}
      </WhenLoaded>
    </Dialog>
  )
}
