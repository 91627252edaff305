import type { Role } from '../contract/entities'
import type { BoardRights } from '../access'

/** The member behind an action, as policies see one (docs/permissions.md). */
export interface Actor {
  id: number
  role: Role
  /** Boards this member moderates, sub-boards included. */
  moderatedBoardIds: readonly number[]
  isMuted: boolean
  /** Boards in which the member is muted besides, sub-boards included; missing for none. */
  mutedIn?: ReadonlySet<number>
  /** The boards that this member does not see, or may not write in. */
  boards: BoardRights
}

/** `allowed`, or the error code that the caller receives. */
export type Verdict =
  | 'allowed'
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'MUTED'
  | 'THREAD_LOCKED'
  | 'THREAD_HAS_REPLIES'
  | 'BOARD_HAS_CHILDREN'
  | 'BLOCKED_BY_RECIPIENT'

const RANK: Record<Role, number> = { user: 0, moderator: 1, admin: 2 }

/** Returns true if a role includes another: an admin is a moderator, a moderator is a user. */
export const includesRole = (role: Role, required: Role): boolean => RANK[role] >= RANK[required]

/** Staff of the whole forum: exempt from limits on writing. */
export const isStaff = (actor: Actor | null): boolean =>
  actor !== null && includesRole(actor.role, 'moderator')

/** Members who may write. */
export const mayUpload = (actor: Actor): Verdict => (actor.isMuted ? 'MUTED' : 'allowed')

/** Visible profile fields count as writing: muted members may clear them but not set them. */
export const mayChangeProfile = (actor: Actor, { writes }: { writes: boolean }): Verdict =>
  writes && actor.isMuted ? 'MUTED' : 'allowed'

/** A mute ends automatically at `mutedUntil`. */
export const isMuted = (member: { mutedUntil: Date | null }, now: Date): boolean =>
  member.mutedUntil !== null && member.mutedUntil > now

interface MemberSubject {
  id: number
  role: Role
}

/** Returns true if the member is known; an anonymous author has no id. */
const isKnown = ({ id }: MemberSubject): boolean => id !== 0

/** Members cannot act on themselves, on anonymous authors, or on members of an equal or higher role. */
const ranksAbove = (actor: Actor, subject: MemberSubject): boolean =>
  actor.id !== subject.id && isKnown(subject) && RANK[actor.role] > RANK[subject.role]

/** Moderators of the whole forum may ban and mute members of a lower role. */
export const mayDiscipline = (actor: Actor, subject: MemberSubject): Verdict =>
  isStaff(actor) && ranksAbove(actor, subject) ? 'allowed' : 'FORBIDDEN'

/** Only moderators of the whole forum learn who wrote an anonymous post. */
export const mayRevealAuthor = (actor: Actor): Verdict => (isStaff(actor) ? 'allowed' : 'FORBIDDEN')

/** A purge goes no further than deleting each post on its own, which muted moderators may not. */
export const mayPurge = (actor: Actor, subject: MemberSubject): Verdict => {
  const verdict = mayDiscipline(actor, subject)
  return verdict === 'allowed' && actor.isMuted ? 'MUTED' : verdict
}

/**
 * Moderators of the whole forum read what was done to members of a lower role, and admins to anyone; nobody reads what
 * others noted about them.
 */
export const mayReadDiscipline = (actor: Actor, subject: MemberSubject): Verdict =>
  isStaff(actor) &&
  actor.id !== subject.id &&
  isKnown(subject) &&
  (actor.role === 'admin' || ranksAbove(actor, subject))
    ? 'allowed'
    : 'FORBIDDEN'

/** Admins may change the role of any member who is not an admin. */
export const mayChangeRole = (actor: Actor, subject: MemberSubject): Verdict =>
  actor.role === 'admin' && ranksAbove(actor, subject) ? 'allowed' : 'FORBIDDEN'

const mayConcern = (actor: Actor, subject: Pick<MemberSubject, 'id'>): Verdict =>
  actor.id === subject.id ? 'FORBIDDEN' : 'allowed'

export const mayBlock = mayConcern
export const mayFollow = mayConcern

/** Members who are not muted may report others. */
export const mayReportMember = (actor: Actor, subject: Pick<MemberSubject, 'id'>): Verdict =>
  actor.isMuted && actor.id !== subject.id ? 'MUTED' : mayConcern(actor, subject)
