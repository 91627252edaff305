import { type Case, type Settlement } from '@forum/shared/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { forum } from '../../store'
import { sharedClock, toast, useShortcuts } from '../../ui'
import { useSession } from '../../state/session'
import { useActForm } from '../../threads'
import { PAGE_ACTS } from '../acts'
import { ACT_KEYS, actsFor, isPlainSettlement } from './acts'
import { claimCase, readCase, releaseCase, settleCase, type Settled } from './cases.actions'
import { claimantOf, commonReason } from './describe'

/** Looking at a case for this long claims it. */
const CLAIM_AFTER_MS = 2_000
/** A claim is renewed by work once less than this is left of it. */
const RENEW_BELOW_MS = 4 * 60_000

export type CasePaneModel = ReturnType<typeof useCasePane>

/** The state of a case's pane: its claim, and the form of its settlement. */
export function useCasePane(
  reportCase: Case,
  { now, onSettled }: { now: number; onSettled: (settled: Settled) => void },
) {
  const me = useSession().user
  const actor = actorOf(me)
  const { id, post, status } = reportCase
  const [action, setAction] = useState<Settlement | null>(null)
  /** The reply to the author of a complaint. */
  const [answer, setAnswer] = useState('')
  const [isTooLate, setIsTooLate] = useState(false)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const claimant = claimantOf(reportCase, now)
  const isMine = claimant !== null && claimant.id === me?.id
  const mayAct = status === 'open' && (claimant === null || isMine)
  const acts = actor ? actsFor(reportCase, actor) : []

  useCase(reportCase)
  const hold = useClaim(reportCase, { isMine, mayClaim: mayAct })

  const form = useActForm<Settled>({
    act: action === null || isPlainSettlement(action) ? { asks: 'reason' } : PAGE_ACTS[action],
    initial: { reason: { preset: commonReason(reportCase), words: '' } },
    isReasonOptional: action !== null && isPlainSettlement(action),
    send: (given) =>
      settleCase(forum, id, {
        action: action ?? 'dismiss',
        ...given,
        ...(answer.trim() === '' ? {} : { answer }),
      }),
    onSent: (settled) => {
      // The last case stays on the screen, and may be opened again.
      form.reset()
      setAction(null)
      setAnswer('')
      hold.end()
      setIsSheetOpen(false)
      onSettled(settled)
    },
    onFailure: ({ code }) => {
      if (code !== 'CONFLICT') return
      setIsTooLate(true)
      void readCase(forum, id)
    },
    // The line above the case names the moderator who was first.
    describe: ({ code }) => (code === 'CONFLICT' ? '' : undefined),
  })
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
  const chooseAct = (key: string) => () => {
    const chosen = ACT_KEYS[key]
    if (chosen !== undefined && mayAct && acts.includes(chosen)) setAction(chosen)
  }
  useShortcuts({
    ...Object.fromEntries(Object.keys(ACT_KEYS).map((key) => [key, chooseAct(key)])),
    c: () => void (isMine ? release() : mayAct && claim()),
    o: () => {
      if (post) open(`/posts/${post.id}`, '_blank', 'noopener')
    },
    p: () => {
      setIsDrawerOpen(true)
    },
  })
  return {
    ...{
      acts,
      mayAct,
      action,
      setAction,
      answer,
      setAnswer,
      form,
      claim,
      release,
      renew: hold.renew,
      isTooLate,
    },
    ...{ isDrawerOpen, setIsDrawerOpen, isSheetOpen, setIsSheetOpen },
  }
}

/** Loads the whole case when it is opened, and again after every change, which may have added a note. */
function useCase({ id, version }: Case): void {
  useEffect(() => {
    void readCase(forum, id)
  }, [id, version])
}

/**
 * Claims an open case, unless it was released or claimed by another, and releases it when the pane is left. Work on it
 * renews the claim.
 */
function useClaim(reportCase: Case, { isMine, mayClaim }: { isMine: boolean; mayClaim: boolean }) {
  const { id } = reportCase
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
    // A claim that has lapsed is taken again by work only, or an idle tab would keep the case from others.
    if (!isWanted || isReleased.current || isHeld.current) return undefined
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
      const { claimedUntil, status } = reportCase
      const left = claimedUntil === null ? 0 : Date.parse(claimedUntil) - sharedClock.now()
      if (isHeld.current && status === 'open' && left < RENEW_BELOW_MS) void claim()
    },
  }
}
