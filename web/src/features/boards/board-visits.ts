import { type Board } from '@forum/shared/contract'
import { useEffect } from 'react'
import { sessionSlice, useForum } from '../../store'
import { threadCopySlice } from '../thread-copy'

const STORED = 'boardVisits'

/** The newest post of each board that the reader of this browser has seen, by its time. */
interface Visits {
  /** The last post of the forum when the reader first came: nothing older counts as new. */
  since: string
  boards: Record<string, string>
}

function readVisits(now: string): Visits {
  try {
    const found = JSON.parse(localStorage.getItem(STORED) ?? 'null') as Visits | null
    if (found && typeof found.since === 'string' && typeof found.boards === 'object') return found
    const first: Visits = { since: now, boards: {} }
    localStorage.setItem(STORED, JSON.stringify(first))
    return first
  } catch {
    return { since: now, boards: {} }
  }
}

type LastPost = Pick<Board, 'id' | 'lastThread'>

/** Whether a board's last post is newer than the reader's last visit, by another member, and unread in its thread. */
export function useHasNews({ id, lastThread }: LastPost): boolean {
  const userId = useForum((read) => read(sessionSlice).user?.id)
  const isRead = useForum(
    (read) => read(threadCopySlice).threads[lastThread?.id ?? 0]?.viewer?.unreadCount === 0,
  )
  if (lastThread === null || isRead || lastThread.lastPostUser.id === userId) return false
  const { since, boards } = readVisits(lastThread.lastPostAt)
  return lastThread.lastPostAt > (boards[id] ?? since)
}

/** Remembers that the reader has seen every board in its current state. */
export function visitAllBoards(boards: readonly LastPost[]): void {
  const newest = boards.reduce((last, { lastThread }) => {
    const at = lastThread?.lastPostAt ?? ''
    return at > last ? at : last
  }, '')
  if (newest === '') return
  try {
    localStorage.setItem(STORED, JSON.stringify({ since: newest, boards: {} } satisfies Visits))
  } catch {
    // Without storage all boards count as new again at the next visit.
  }
}

/** Remembers that the reader sees a board in its current state. */
export function useBoardVisit({ id, lastThread }: LastPost): void {
  const lastPostAt = lastThread?.lastPostAt
  useEffect(() => {
    if (lastPostAt === undefined) return
    const visits = readVisits(lastPostAt)
    try {
      localStorage.setItem(
        STORED,
        JSON.stringify({ ...visits, boards: { ...visits.boards, [id]: lastPostAt } }),
      )
    } catch {
      // Without storage the board counts as new again at the next visit.
    }
  }, [id, lastPostAt])
}
