import { type Case } from '@forum/shared/contract'
import { isolated } from '@forum/shared/text'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Bone, classNames, RelativeTime, rows, Skeleton, Tag, useIsWide } from '../../ui'
import { Eye, Mail } from '../../ui/icons'
import { useSession } from '../../state/session'
import { writtenTexts } from '../profile-texts'
import { casesText } from './cases.texts'
import { claimantOf, reasonsText, subjectOf } from './describe'
import { Marked, placesOf } from './Marked'

/** Says that Back leads from a case to the queue. */
export const FROM_QUEUE = { isFromQueue: true } as const

/** One case in the list. When another moderator settles it, it turns grey in its place. */
export function CaseLine({
  reportCase,
  to,
  isOpen,
  now,
}: {
  reportCase: Case
  to: string
  isOpen: boolean
  now: number
}) {
  const { status, reports, post, message, member, complaint, handledBy, action } = reportCase
  // On a phone a case takes the place of the queue.
  const isWide = useIsWide()
  const excerpt = complaint
    ? (complaint.text ?? '')
    : member
      ? writtenTexts(member)
          .map((name) => member[name])
          .join(' ') || casesText('memberNone')
      : (post?.excerpt ?? '')
  const isSettled = status !== 'open'
  return (
    <LineBoxes
      className={classNames(isOpen && 'case-line-open', isSettled && 'case-line-settled')}
      head={
        <>
          <b>{complaint ? casesText('complaint.name') : casesText('reporters', { count: reports.length })}</b>
          <span className="one-line soft small">{reasonsText(reportCase)}</span>
          <RelativeTime at={reportCase.createdAt} />
        </>
      }
      text={
        <Link
          to={to}
          replace={isWide}
          state={isWide ? undefined : FROM_QUEUE}
          className="row-link case-line-text"
          data-case={reportCase.id}
          aria-current={isOpen || undefined}
        >
          {message ? (
            casesText('messageText')
          ) : (
            <Marked text={excerpt} words={placesOf(excerpt, reportCase.words)} />
          )}
        </Link>
      }
      foot={
        <>
          {message && (
            <Tag tone="link" icon={<Mail aria-hidden />}>
              {casesText('message')}
            </Tag>
          )}
          <span className="one-line">
            {message
              ? casesText('messageLine', { name: message.sender.displayName })
              : member || !post
                ? subjectOf(reportCase)
                : `${subjectOf(reportCase)} · ${isolated(post.author.displayName)}`}
          </span>
          <span className="case-line-state">
            {isSettled && handledBy && action !== null ? (
              <span className="live">
                {casesText('settledBy', { name: handledBy.displayName, act: casesText(`done.${action}`) })}
              </span>
            ) : (
              <Claim reportCase={reportCase} now={now} />
            )}
          </span>
        </>
      }
    />
  )
}

/** Cases while they load. */
export function CaseLineBones() {
  return (
    <Skeleton>
      <ol>
        {rows(3, (index) => (
          <LineBoxes
            key={index}
            head={<Bone width="40%" />}
            text={
              <span className="case-line-text">
                <Bone width={`${60 + ((index * 17) % 30)}%`} />
              </span>
            }
            foot={<Bone width="50%" />}
          />
        ))}
      </ol>
    </Skeleton>
  )
}

function LineBoxes({
  className,
  head,
  text,
  foot,
}: {
  className?: string
  head: ReactNode
  text: ReactNode
  foot: ReactNode
}) {
  return (
    <li className={classNames('case-line', className)}>
      <p className="case-line-head">{head}</p>
      {text}
      <p className="case-line-foot meta">{foot}</p>
    </li>
  )
}

function Claim({ reportCase, now }: { reportCase: Case; now: number }) {
  const me = useSession().user
  const claimant = claimantOf(reportCase, now)
  if (!claimant) return <>{casesText('waiting')}</>
  if (claimant.id === me?.id) return <span className="live">{casesText('mine')}</span>
  return (
    <span className="case-taken">
      <Eye aria-hidden />
      {casesText('taken', { name: claimant.displayName })}
    </span>
  )
}
