import { type Case } from '@forum/shared/contract'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useItems } from '../../resource'
import { forum, useForum } from '../../store'
import { sharedClock, toast, useShortcuts } from '../../ui'
import { useSession } from '../../state/session'
import { type FROM_QUEUE } from './CaseLine'
import { casesIn, type Queue, QUEUES, reopenCase, type Settled, showArrived } from './cases.actions'
import { casesSlice } from './cases.slice'
import { casesText } from './cases.texts'
import { claimantOf } from './describe'

/** Time during which one key undoes a settlement; afterwards, only the log does. */
const UNDO_MS = 8_000
/** Interval at which expired claims are noticed. */
const CLAIMS_MS = 10_000

const queueOf = (list: string | null): Queue => QUEUES.find((one) => one === list) ?? 'open'
export const addressOf = (queue: Queue, caseId: number | null): string => {
  const query = new URLSearchParams({
    ...(queue === 'open' ? {} : { list: queue }),
    ...(caseId === null ? {} : { case: String(caseId) }),
  })
  return query.size === 0 ? '/moderation/reports' : `/moderation/reports?${query.toString()}`
}

export type CasesModel = ReturnType<typeof useCases>

/** The cases of the queue in the address, the chosen one, the walk among them and the last settlement. */
export function useCases() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const state = useLocation().state as Partial<typeof FROM_QUEUE> | null
  const queue = queueOf(query.get('list'))
  const chosenId = Number(query.get('case') ?? 0) || null
  const list = useMemo(() => casesIn(queue), [queue])
  const casesById = useForum((read) => read(casesSlice).cases)
  const { loaded, items: cases, more } = useItems(list, casesById)
  const arrived = useForum((read) => read(casesSlice).arrived)
  const now = useClaimsNow()
  const me = useSession().user
  const isNews = (id: number) => casesById[id]?.status === 'open' && !cases?.some((one) => one.id === id)

  const go = (id: number | null) => {
    void navigate(addressOf(queue, id), { replace: true, state })
    if (id !== null) document.querySelector(`[data-case="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  /** Returns the next case of the list in a direction; unless `anyCase`, the next one that is still open. */
  const neighbour = (step: 1 | -1, anyCase: boolean): Case | undefined => {
    const all = cases ?? []
    const from = all.findIndex(({ id }) => id === chosenId)
    const rest = step === 1 ? all.slice(from + 1) : all.slice(0, Math.max(0, from)).toReversed()
    return rest.find((one) => {
      if (anyCase) return true
      const claimant = claimantOf(one, now)
      return one.status === 'open' && (claimant === null || claimant.id === me?.id)
    })
  }
  const walk = (step: 1 | -1) => {
    const next = neighbour(step, true)
    if (next) go(next.id)
  }
  const settlement = useLastSettlement(go)
  useShortcuts({
    j: () => {
      walk(1)
    },
    k: () => {
      walk(-1)
    },
    u: () => void settlement.undo(),
  })
  return {
    ...{ queue, loaded, cases: cases ?? [], more, now, walk, settlement },
    chosenId,
    chosen: chosenId === null ? undefined : casesById[chosenId],
    /** Number of open cases that are not in the list yet. */
    news: queue === 'open' && loaded.status === 'ready' ? arrived.filter(isNews).length : 0,
    showNews: () => void showArrived(forum, list),
    onSettled: (settled: Settled) => {
      settlement.note(settled)
      const next = neighbour(1, false) ?? neighbour(-1, false)
      if (next) go(next.id)
      else toast.info(casesText('noMore'))
    },
    /** Goes back to the queue if the case was opened from it; returns false if it was not. */
    goBack: (): boolean => {
      if (state?.isFromQueue !== true) return false
      void navigate(-1)
      return true
    },
  }
}

/** The last settlement, while one key can undo it. */
function useLastSettlement(onTakenBack: (caseId: number) => void) {
  const [last, setLast] = useState<(Settled & { until: number }) | null>(null)
  const isUndoing = useRef(false)
  return {
    last,
    note: (settled: Settled) => {
      setLast({ ...settled, until: Date.now() + UNDO_MS })
    },
    undo: async () => {
      if (!last || last.undoId === null || last.until <= Date.now() || isUndoing.current) return
      isUndoing.current = true
      const result = await reopenCase(forum, last.case.id, last.undoId)
      isUndoing.current = false
      setLast(null)
      if (!result.ok) {
        toast.error(casesText('undoFailed'), { description: result.error.message })
        return
      }
      toast.success(casesText('reopened'))
      onTakenBack(last.case.id)
    },
  }
}

/** The time against which claims are checked; rounded, so that it changes only with the page's clock. */
function useClaimsNow(): number {
  return useSyncExternalStore(
    sharedClock.subscribe,
    () => Math.floor(sharedClock.now() / CLAIMS_MS) * CLAIMS_MS,
  )
}
