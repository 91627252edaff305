import { type Case } from '@forum/shared/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keyOf } from '../../lib/keys'
import { actorOf } from '../../lib/actor'
import { forum } from '../../store'
import { isSendKey, sharedClock, toast, useForm, useListener, useShortcuts } from '../../ui'
import { useSession } from '../../state/session'
import { REASON_KEYS, reasonAt, reasonOf } from '../../threads'
import { ACT_KEYS, actsFor } from './acts'
import { claimCase, readCase, releaseCase, settleCase, type Settled } from './cases.actions'
import { claimantOf, commonReason } from './describe'
import { endOfSettling, measureOf, reasonProblemOf, type Settling } from './SettleForm'

/** Looking at a case for this long claims it. */
const CLAIM_AFTER_MS = 2_000
/** A claim is renewed by work once less than this is left of it. */
const RENEW_BELOW_MS = 4 * 60_000

/** A case as its pane shows it: who works on it, and what is about to be decided. */
export function useCasePane(
  of: Case,
  { now, onSettled }: { now: number; onSettled: (settled: Settled) => void },
) {
  const me = useSession().user
  const actor = actorOf(me)
  const { id, post, status } = of
  const [isTooLate, setIsTooLate] = useState(false)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
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
  return {
    ...{ acts, mayAct, form, settle, claim, release, renew: hold.renew, isTooLate },
    ...{ isDrawerOpen, setIsDrawerOpen, isSheetOpen, setIsSheetOpen },
  }
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
