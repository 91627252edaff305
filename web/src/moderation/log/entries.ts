import { type ActChange, type LogEntry, type UserSummary } from '@forum/shared/contract'
import { localTime } from '../../ui'
import { logText } from './log.texts'

/** The severity of an act: it deletes something, restricts something, or does neither. */
export type ActTone = 'danger' | 'warn' | 'live'

const DANGER = /^(delete_|ban_|purge_)/
const MUTES = /^(un)?mute_user$/
const ENDS = /^un(mute|ban)_user$/
const WARN = /^(lock_|move_|rename_|edit_|mute_|unpin_|unfeature_|set_role|reopen_)/

export const toneOf = ({ action }: Pick<LogEntry, 'action'>): ActTone => {
  if (DANGER.test(action)) return 'danger'
  return WARN.test(action) ? 'warn' : 'live'
}

/** Returns an act's change of a field; undefined if it did not change it. */
export const changeOf = ({ changes }: Pick<LogEntry, 'changes'>, field: string): ActChange | undefined =>
  changes.find((change) => change.field === field)

/** The name of an act, with the end of a mute or a ban. */
export function actOf(entry: Pick<LogEntry, 'action' | 'changes' | 'board'>): string {
  const isInBoard = entry.board !== null && MUTES.test(entry.action)
  const name =
    logText(`action.${entry.action}`) +
    (isInBoard ? logText('inBoard', { board: entry.board?.displayName ?? '' }) : '')
  const field = { ban_user: 'bannedUntil', mute_user: 'mutedUntil' }[entry.action as string]
  if (field === undefined) return name
  const until = changeOf(entry, field)?.after
  const end = typeof until === 'string' ? logText('until', { time: localTime(until) }) : logText('forever')
  return `${name} ${end}`
}

/** Returns the actor: a member, or the forum itself. */
export const shownActor = ({
  actor,
}: Pick<LogEntry, 'actor'>): Pick<UserSummary, 'id' | 'displayName' | 'avatar'> =>
  actor ?? { id: 0, displayName: logText('system'), avatar: null }

/** Returns the reason; the forum itself ends a mute or a ban when it has expired. */
export const shownReason = ({ actor, action, reason }: LogEntry): string | null =>
  actor === null && ENDS.test(action) ? logText('expired') : reason
