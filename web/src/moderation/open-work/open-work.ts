import { type Case, type Held } from '@forum/shared/contract'
import { useEffect } from 'react'
import { type List, revalidateList, useList } from '../../resource'
import { forum, useForum } from '../../store'
import { openWorkSlice } from './open-work.slice'

/** The open cases that the reader may handle; only their number is shown. */
const openCases: List<Case> = {
  key: 'open cases',
  room: { kind: 'moderation' },
  applyItem: () => undefined,
  async read({ call }) {
    const { pagination } = await call('listCases', { query: { status: 'open', limit: 1 } })
    return { items: [], pagination }
  },
}

/** What waits for the reader's decision: its number, and the oldest. */
const waitingHeld: List<Held> = {
  key: 'held for the badge',
  room: { kind: 'moderation' },
  applyItem: (write, { id, createdAt }) => {
    write(openWorkSlice).heldSince[id] = createdAt
  },
  async read({ call }) {
    const { held, pagination } = await call('listHeld', { query: { limit: 1 } })
    return { items: held, pagination }
  },
}

/** The number of reports that wait for the reader, kept up to date. */
export function useOpenCases(): number {
  const changes = useForum((read) => read(openWorkSlice).caseChanges)
  return useUpToDate(openCases, changes)?.pagination?.total ?? 0
}

/** The number of texts that wait for the reader's approval, kept up to date, and since when the oldest does. */
export function useWaitingHeld(): { count: number; since: string | undefined } {
  const { heldChanges, heldSince } = useForum((read) => read(openWorkSlice))
  const list = useUpToDate(waitingHeld, heldChanges)
  return { count: list?.pagination?.total ?? 0, since: heldSince[list?.ids[0] ?? 0] }
}

/** What waits for the reader, and the screen where it is decided: reports first. */
export function useOpenWork(): { cases: number; held: number; to: string } {
  const cases = useOpenCases()
  const { count: held } = useWaitingHeld()
  return { cases, held, to: cases === 0 && held > 0 ? '/moderation/held' : '/moderation/reports' }
}

/** Several events within this time lead to one read. */
const SETTLES_MS = 300

function useUpToDate<Item extends Case | Held>(of: List<Item>, changes: number) {
  const { list } = useList(of)
  useEffect(() => {
    if (changes === 0) return undefined
    const timer = setTimeout(() => {
      revalidateList(forum, of).catch(() => undefined)
    }, SETTLES_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [of, changes])
  return list
}
