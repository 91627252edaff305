import { MODERATION_ACTIONS } from '@forum/shared/acts'
import { type LogEntry } from '@forum/shared/contract'

/** The filter of the log, which the address of the screen holds. */
export interface LogFilter {
  actor: number | null
  action: LogEntry['action'] | null
  userId: number | null
  boardId: number | null
  /** Days: `2026-11-20`. */
  from: string
  to: string
  q: string
}

const idOf = (value: string | null): number | null => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
const dayOf = (value: string | null): string =>
  value !== null && /^\d{4}-\d\d-\d\d$/.test(value) ? value : ''

export const filterOf = (query: URLSearchParams): LogFilter => ({
  actor: idOf(query.get('actor')),
  action: MODERATION_ACTIONS.find((one) => one === query.get('action')) ?? null,
  userId: idOf(query.get('user')),
  boardId: idOf(query.get('board')),
  from: dayOf(query.get('from')),
  to: dayOf(query.get('to')),
  q: query.get('q')?.trim() ?? '',
})

/** Returns the query of the address with this filter. */
export function addressOf({ actor, action, userId, boardId, from, to, q }: LogFilter): URLSearchParams {
  const given = Object.entries({ actor, action, user: userId, board: boardId, from, to, q })
  return new URLSearchParams(
    given.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, String(value)]])),
  )
}

/** Returns the query of the call with this filter. */
export function queryOf({ actor, action, userId, boardId, from, to, q }: LogFilter) {
  return {
    ...(actor === null ? {} : { actor }),
    ...(action === null ? {} : { action }),
    ...(userId === null ? {} : { userId }),
    ...(boardId === null ? {} : { boardId }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(q === '' ? {} : { q }),
  }
}
