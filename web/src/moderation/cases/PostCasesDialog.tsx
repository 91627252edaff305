import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useItems, WhenLoaded } from '../../resource'
import { useForum } from '../../store'
import { Dialog, localTime, SkeletonLines, useIsWide } from '../../ui'
import { casesOfPost } from './cases.actions'
import { casesSlice } from './cases.slice'
import { casesText } from './cases.texts'
import { reasonSuffix } from './describe'
import './cases.css'

/** The reports of a post, their authors, and their outcome. */
export function PostCasesDialog({ postId, onClose }: { postId: number; onClose: () => void }) {
  const isWide = useIsWide()
  const list = useMemo(() => casesOfPost(postId), [postId])
  const { loaded } = useItems(
    list,
    useForum((read) => read(casesSlice).cases),
  )
  return (
    <Dialog title={casesText('postCases')} shape={isWide ? 'box' : 'sheet'} onClose={onClose}>
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={1} />} failed={casesText('failed')}>
        {(cases) =>
          cases.length === 0 ? (
            <p className="faint">{casesText('postCasesNone')}</p>
          ) : (
            <ol className="post-cases">
              {cases.map((one) => (
                <li key={one.id}>
                  <p className="post-case-head">
                    <b>{casesText('reporters', { count: one.reports.length })}</b>
                    <span className="small soft">
                      {one.handledBy && one.action !== null && one.handledAt !== null
                        ? casesText('handled', {
                            name: one.handledBy.displayName,
                            time: localTime(one.handledAt),
                            act: casesText(`done.${one.action}`),
                            reason: reasonSuffix(one.reason),
                          })
                        : casesText('waiting')}
                    </span>
                    {one.status === 'open' && (
                      <Link className="link small" to={`/moderation/reports?case=${one.id}`}>
                        {casesText('openCase')}
                      </Link>
                    )}
                  </p>
                  <ul>
                    {one.reports.map(({ id, reporter, reason, createdAt }) => (
                      <li key={id} className="reporter">
                        <b>{reporter.displayName}</b>
                        <span>{reason}</span>
                        <span className="faint small num">{localTime(createdAt)}</span>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          )
        }
      </WhenLoaded>
    </Dialog>
  )
}
