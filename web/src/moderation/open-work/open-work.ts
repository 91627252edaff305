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

/** The texts that wait for the reader's approval; only their number and the oldest are shown. */
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

/**
 * The number of texts that wait for the reader's approval, kept up to date, and the time since when the oldest waits.
 */
export function useWaitingHeld(): { count: number; since: string | undefined } {
  const { heldChanges, heldSince } = useForum((read) => read(openWorkSlice))
  const list = useUpToDate(waitingHeld, heldChanges)
  return { count: list?.pagination?.total ?? 0, since: heldSince[list?.ids[0] ?? 0] }
}

/** The open work of the reader, and the screen where it is done: reports first. */
export function useOpenWork(): { cases: number; held: number; to: string } {
  const cases = useOpenCases()
  const { count: held } = useWaitingHeld()
  return { cases, held, to: cases === 0 && held > 0 ? '/moderation/held' : '/moderation/reports' }
}

/** Events within this time cause one load. */
const SETTLES_MS = 300

function useUpToDate<Item extends Case | Held>(declared: List<Item>, changes: number) {
  const { list } = useList(declared)
  useEffect(() => {
    if (changes === 0) return undefined
    const timer = setTimeout(() => {
      revalidateList(forum, declared).catch(() => undefined)
    }, SETTLES_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [declared, changes])
  return list
}
