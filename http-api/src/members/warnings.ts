import type { Warning } from '@forum/shared/contract'
import type { MemberDoc, StoredWarning } from './members.model'

export const presentWarning = ({ id, text, at, until, readAt }: StoredWarning): Warning => ({
  id,
  text,
  createdAt: at.toISOString(),
  until: until?.toISOString() ?? null,
  readAt: readAt?.toISOString() ?? null,
})

/** Returns the warnings that a member has to read before writing on. */
export const unreadWarnings = ({ warnings = [] }: Pick<MemberDoc, 'warnings'>, now: Date): StoredWarning[] =>
  warnings.filter(({ readAt, until }) => readAt === null && (until === null || until > now))
