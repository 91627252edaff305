import { type Erasure } from '@forum/shared/contract'
import { ERASURE_HOURS } from '@forum/shared/limits'
import { mayAdminister } from '@forum/shared/policies'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import { actorOf } from '../../lib/actor'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  ButtonLink,
  ConfirmDialog,
  EmptyState,
  localTime,
  sharedClock,
  SkeletonLines,
  Tag,
  toast,
  useAction,
  usePageTitle,
} from '../../ui'
import { Inbox, Lock } from '../../ui/icons'
import { useSession } from '../../state/session'
import { confirmErasure, readErasures } from './erasures.actions'
import { erasuresText } from './erasures.texts'
import './erasures.css'

const HOUR_MS = 3_600_000

/** `/moderation/erasures`: permanent erasures, and requests that wait for a second admin. */
export function ErasuresScreen() {
  const actor = actorOf(useSession().user)
  usePageTitle(erasuresText('title'))
  const [reads, setReads] = useState(0)
  const loaded = useLoaded(
    useCallback(() => readErasures(forum), []),
    reads,
  )
  if (actor === null || mayAdminister(actor) !== 'allowed')
    return (
      <EmptyState icon={<Lock aria-hidden />} title={erasuresText('forbidden')}>
        <ButtonLink to="/moderation">{erasuresText('title')}</ButtonLink>
      </EmptyState>
    )
  return (
    <div className="erasures">
      <h2>{erasuresText('title')}</h2>
      <p className="soft">{erasuresText('note')}</p>
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={4} />} failed={erasuresText('failed')}>
        {(erasures) =>
          erasures.length === 0 ? (
            <EmptyState
              icon={<Inbox aria-hidden />}
              title={erasuresText('none')}
              text={erasuresText('noneText')}
            />
          ) : (
            <ol>
              {erasures.map((one) => (
                <ErasureLine
                  key={one.id}
                  erasure={one}
                  onConfirmed={() => {
                    setReads(reads + 1)
                  }}
                />
              ))}
            </ol>
          )
        }
      </WhenLoaded>
    </div>
  )
}

/** Returns the subject of an erasure in a few words. */
function subjectText({ postIds, version, file, threadId, user }: Erasure): string {
  if (user) return erasuresText('ofMember', { name: user.displayName })
  if (file) return erasuresText('ofFile')
  if (version !== null) return erasuresText('ofVersion', { version })
  return threadId === null ? erasuresText('ofPosts', { count: postIds.length }) : erasuresText('ofThread')
}

/** Returns the address of the content; null for erased content, which has none. */
function placeOf({ status, postIds, file, threadId, user }: Erasure): string | null {
  if (status !== 'asked') return null
  if (file) return file.url
  if (user) return `/users/${user.id}`
  return threadId === null ? `/posts/${postIds[0] ?? 0}` : `/threads/${threadId}`
}

function ErasureLine({ erasure, onConfirmed }: { erasure: Erasure; onConfirmed: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const { id, status, reason, askedBy, askedAt, confirmedBy, canConfirm } = erasure
  const confirm = useAction(
    () => confirmErasure(forum, id),
    () => {
      toast.success(erasuresText('begun'))
      onConfirmed()
    },
  )
  const isLapsed = status === 'asked' && Date.parse(askedAt) + ERASURE_HOURS * HOUR_MS <= sharedClock.now()
  const place = placeOf(erasure)
  return (
    <li className="erasure">
      <p className="erasure-head">
        <b>{subjectText(erasure)}</b>
        <Tag tone={status === 'asked' && !isLapsed ? 'warn' : 'faint'}>
          {erasuresText(`status.${isLapsed ? 'lapsed' : status}`)}
        </Tag>
      </p>
      <p>{reason === '' ? erasuresText('own') : reason}</p>
      <p className="faint small num">
        {erasuresText('asked', { name: askedBy.displayName, time: localTime(askedAt) })}
        {confirmedBy && ` · ${erasuresText('confirmed', { name: confirmedBy.displayName })}`}
      </p>
      <p className="erasure-foot">
        {place !== null && (
          <Link to={place} reloadDocument={erasure.file !== null} className="link small">
            {erasuresText('look')}
          </Link>
        )}
        {canConfirm && (
          <Button
            tone="danger"
            busy={confirm.isBusy}
            onClick={() => {
              setIsAsking(true)
            }}
          >
            {erasuresText('confirm')}
          </Button>
        )}
        {status === 'asked' && !isLapsed && !canConfirm && (
          <span className="soft small">{erasuresText('waits')}</span>
        )}
      </p>
      <ConfirmDialog
        open={isAsking}
        onClose={() => {
          setIsAsking(false)
        }}
        title={erasuresText('confirmAsk', { what: subjectText(erasure) })}
        text={erasuresText('confirmText')}
        confirmLabel={erasuresText('confirm')}
        onConfirm={confirm.run}
      />
    </li>
  )
}
