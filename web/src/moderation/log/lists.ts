import { type LogEntry } from '@forum/shared/contract'
import { type List } from '../../resource'
import { addressOf, type LogFilter, queryOf } from './log-address'
import { logSlice } from './log.slice'

const ENTRIES_AT_ONCE = 50

/** The log, the newest entries first. */
export const logEntries = (filter: LogFilter): List<LogEntry> => ({
  key: `log:${addressOf(filter).toString()}`,
  room: { kind: 'moderation' },
  applyItem: (write, entry) => {
    write(logSlice).entries[entry.id] = entry
  },
  async read({ call, cursor }) {
    const before = cursor === null ? {} : { before: Number(cursor) }
    const { entries, nextBefore } = await call('listModerationLog', {
      query: { ...queryOf(filter), ...before, limit: ENTRIES_AT_ONCE },
    })
    return {
      items: entries,
      nextCursor: nextBefore === null ? null : String(nextBefore),
      apply: (write) => {
        if (cursor === null) write(logSlice).arrived = 0
        return []
      },
    }
  },
})
