import { type Case } from '@forum/shared/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keyOf } from '../../lib/keys'
import { actorOf } from '../../lib/actor'
import { forum } from '../../store'
import {
  Button,
  Dialog,
  isSendKey,
  localTime,
  sharedClock,
  toast,
  useForm,
  useIsWide,
  useListener,
  useShortcuts,
} from '../../ui'
import { ExternalLink, Lock } from '../../ui/icons'
import { useSession } from '../../state/session'
import { DisciplineDrawer } from '../discipline/DisciplineDrawer'
import { REASON_KEYS, reasonAt, reasonOf } from '../../threads'
import { ACT_KEYS, actsFor } from './acts'
import { CaseActs } from './CaseActs'
import { CaseAuthor } from './CaseAuthor'
import { CaseClaim } from './CaseClaim'
import { CaseContext } from './CaseContext'
import { CaseNotes } from './CaseNotes'
import { claimCase, readCase, releaseCase, settleCase, type Settled } from './cases.actions'
import { casesText } from './cases.texts'
import { authorOf, claimantOf, commonReason, subjectOf } from './describe'
import { Marked, placesOf } from './Marked'
import { endOfSettling, measureOf, reasonProblemOf, SettleForm, type Settling } from './SettleForm'

/** Looking at a case for this long claims it. */
const CLAIM_AFTER_MS = 2_000
/** A claim is renewed by work once less than this is left of it. */
const RENEW_BELOW_MS = 4 * 60_000

/** One case: who handles it, the post among its neighbours or the message, its reporters, notes and author. */
export function CasePane({
  of,
  now,
  onSettled,
}: {
  of: Case
  now: number
  onSettled: (settled: Settled) => void
}) {
  const me = useSession().user
  const actor = actorOf(me)
  const { id, post, message, thread, reports, status } = of
  const [isTooLate, setIsTooLate] = useState(false)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const isWide = useIsWide()
  const author = authorOf(of)
  const claimant = claimantOf(of, now)
  const isMine = claimant !== null && claimant.id === me?.id
  const mayAct = status === 'open' && (claimant === null || isMine)
  const acts = actor ? actsFor(of, actor) : []

  useCase(of)
  const hold = useClaim(of, { isMine, mayClaim: mayAct })

  const form = useForm<Settling, Settled>({
    initial: {
      action: null,
      span: { span: 'threeDays', custom: '' },
      reason: { preset: commonReason(of), words: '' },
    },
    // The fields say what is wrong with them.
    check: (values) => ({
      reason: reasonProblemOf(values) ?? undefined,
      span: endOfSettling(values) === undefined ? '' : undefined,
    }),
    send: (values) =>
      settleCase(forum, id, {
        action: values.action ?? 'dismiss',
        ...(measureOf(values.action) ? { until: endOfSettling(values)?.toISOString() ?? null } : {}),
        reason: reasonOf(values.reason),
      }),
    onSent: (settled) => {
      // The last case stays on the screen, and may be opened again.
      form.reset()
      hold.end()
      setIsSheetOpen(false)
      onSettled(settled)
    },
    onFailure: ({ code }) => {
      if (code !== 'CONFLICT') return
      setIsTooLate(true)
      void readCase(forum, id)
    },
    fieldOf: null,
    // The line above the case says who was first.
    describe: ({ code }) => (code === 'CONFLICT' ? '' : undefined),
  })
  const settle = () => {
    if (form.values.action !== null && mayAct) void form.submit()
  }
  const claim = async () => {
    const result = await hold.claim()
    if (!result.ok) {
      toast.error(result.error.message)
      void readCase(forum, id)
    }
  }
  const release = async () => {
    const result = await hold.release()
    if (!result.ok) toast.error(result.error.message)
  }
  useSendKey(settle)
  const chooseAct = (key: string) => () => {
    const action = ACT_KEYS[key]
    if (action !== undefined && mayAct && acts.includes(action)) form.set({ action })
  }
  const chooseReason = (event: KeyboardEvent) => {
    const preset = reasonAt(keyOf(event))
    if (preset !== undefined && mayAct) form.set({ reason: { ...form.values.reason, preset } })
  }
  useShortcuts({
    ...Object.fromEntries(Object.keys(ACT_KEYS).map((key) => [key, chooseAct(key)])),
    ...Object.fromEntries(REASON_KEYS.map((key) => [key, chooseReason])),
    c: () => void (isMine ? release() : mayAct && claim()),
    o: () => {
      if (post) open(`/posts/${post.id}`, '_blank', 'noopener')
    },
    p: () => {
      setIsDrawerOpen(true)
    },
  })
  const claimLine = (
    <CaseClaim
      of={of}
      now={now}
      isTooLate={isTooLate}
      onClaim={() => void claim()}
      onRelease={() => void release()}
    />
  )
  const settleForm = (
    <SettleForm
      of={of}
      acts={acts}
      form={form}
      onSettle={settle}
      {...(isWide ? {} : { onCancel: () => setIsSheetOpen(false) })}
    />
  )
  const title = thread?.title ?? message?.subject ?? casesText('message')
  return (
    <>
      <div className="case" onPointerDown={hold.renew} onKeyDown={hold.renew}>
        {message && (
          <p className="case-claim case-claim-message">
            <Lock aria-hidden />
            <span>{casesText('messageNote')}</span>
          </p>
        )}
        {claimLine}
        <header className="case-head">
          <h2>{title}</h2>
          <p className="faint small num">
            {post && (post.number === 1 ? casesText('opening') : casesText('floor', { number: post.number }))}
            {message &&
              casesText('fromTo', {
                from: message.sender.displayName,
                to: message.recipient.displayName,
              })}{' '}
            · {casesText('firstReport')} {localTime(of.createdAt)}
            {post && (
              <a className="link case-open" href={`/posts/${post.id}`} target="_blank" rel="noopener">
                <kbd aria-hidden>o</kbd> {casesText('openPost')} <ExternalLink aria-hidden />
              </a>
            )}
          </p>
        </header>
        {/* Long texts scroll, so they must be reachable with the keyboard. */}
        <div className="case-body" tabIndex={0} role="region" aria-label={title}>
          {post && <CaseContext post={post} words={of.words} />}
          {message && <ReportedMessage of={of} />}
          <section aria-labelledby="case-reporters">
            <h3 id="case-reporters">
              {casesText('by')}{' '}
              <span className="faint small">{casesText('people', { count: reports.length })}</span>
            </h3>
            <ul>
              {reports.map((report) => (
                <li key={report.id} className="reporter">
                  <b>{report.reporter.displayName}</b>
                  <span>{report.reason}</span>
                  <span className="faint small num">{localTime(report.createdAt)}</span>
                </li>
              ))}
            </ul>
          </section>
          <CaseNotes caseId={id} />
        </div>
      </div>
      <aside className="case-side" onPointerDown={hold.renew} onKeyDown={hold.renew}>
        {author && (
          <CaseAuthor
            of={of}
            author={author}
            onOpen={() => {
              setIsDrawerOpen(true)
            }}
          />
        )}
        {isWide && mayAct && settleForm}
        {!isWide && (
          <Dialog
            open={isSheetOpen}
            onClose={() => {
              setIsSheetOpen(false)
            }}
            shape="sheet"
            title={casesText('settle')}
            note={subjectOf(of)}
          >
            {mayAct ? (
              settleForm
            ) : (
              <>
                {claimLine}
                <p className="settle-foot">
                  <Button
                    onClick={() => {
                      setIsSheetOpen(false)
                    }}
                  >
                    {casesText('understood')}
                  </Button>
                </p>
              </>
            )}
          </Dialog>
        )}
      </aside>
      {!isWide && mayAct && (
        <CaseActs
          of={of}
          acts={acts}
          onAct={(action) => {
            if (action !== null) form.set({ action })
            setIsSheetOpen(true)
          }}
        />
      )}
      {isDrawerOpen && author && (
        <DisciplineDrawer
          userId={author.id}
          onClose={() => {
            setIsDrawerOpen(false)
          }}
        />
      )}
    </>
  )
}

function ReportedMessage({ of: { message, status, words } }: { of: Case }) {
  if (!message) return null
  const text = message.content ?? (status === 'open' ? '' : casesText('messageGone'))
  return (
    <div className="case-post case-post-this">
      <div>
        <p className="case-post-head">
          <b>{message.sender.displayName}</b>
          <span className="faint small num">{localTime(message.createdAt)}</span>
        </p>
        <p className="case-post-text case-message">
          <Marked text={text} words={placesOf(text, words)} />
        </p>
        <p className="faint small">{casesText('messageKept')}</p>
      </div>
    </div>
  )
}

/** Reads the whole case when it is opened, and again with every change, which may have brought a note. */
function useCase({ id, version }: Case): void {
  useEffect(() => {
    void readCase(forum, id)
  }, [id, version])
}

/**
 * Claims a case that is looked at, unless it was released or is another's, and lets it go when the pane is left.
 * Working on it renews the claim.
 */
function useClaim(of: Case, { isMine, mayClaim }: { isMine: boolean; mayClaim: boolean }) {
  const { id } = of
  const isReleased = useRef(false)
  const isHeld = useRef(isMine)
  const claim = useCallback(async () => {
    isReleased.current = false
    const result = await claimCase(forum, id)
    isHeld.current = result.ok
    return result
  }, [id])
  const isWanted = mayClaim && !isMine
  useEffect(() => {
    if (!isWanted || isReleased.current) return undefined
    const timer = setTimeout(() => void claim(), CLAIM_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isWanted, claim])
  useEffect(
    () => () => {
      if (isHeld.current) void releaseCase(forum, id)
    },
    [id],
  )
  return {
    claim,
    release: () => {
      isReleased.current = true
      isHeld.current = false
      return releaseCase(forum, id)
    },
    /** Called once the case is settled, which ends the claim. */
    end: () => {
      isHeld.current = false
    },
    renew: () => {
      const { claimedUntil, status } = of
      const left = claimedUntil === null ? 0 : Date.parse(claimedUntil) - sharedClock.now()
      if (isHeld.current && status === 'open' && left < RENEW_BELOW_MS) void claim()
    },
  }
}

/** Ctrl or ⌘ and Enter settle the case from anywhere but under a dialog. */
function useSendKey(send: () => void): void {
  useListener(document, 'keydown', (event) => {
    if (!isSendKey(event) || document.querySelector('[role="dialog"]')) return
    event.preventDefault()
    send()
  })
}
