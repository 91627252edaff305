import type { Language, SecurityChange } from '@forum/shared/bilingual'
import { PROFILE_TEXTS, type ProfileTexts } from '@forum/shared/contract'
import { namesFor, type NamesFor } from '../platform/mongo/audiences'
import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork, type Work } from '../platform/work/unfinished'

/** Codes of an authenticator app, with recovery codes for a lost one. */
export interface SecondFactor {
  /** The sealed key of the app. */
  secret: string
  /** The step of the latest code that was used: no earlier one counts any longer. */
  lastStep: number
  /** Keyed hashes of the recovery codes that are left. */
  recovery: string[]
  since: Date
}

/** An address that a member wants in place of the present one, and has not confirmed yet. */
export interface PendingEmail {
  address: string
  /** The epoch of the sessions when it was requested: a new password drops it. */
  epoch: number
}

/** A key on a device of a member, with which the member signs in. */
export interface Passkey {
  /** The id of WebAuthn's credential, in base64url. */
  id: string
  name: string
  /** In base64url. */
  publicKey: string
  /** The number of uses that the device counts; 0 if it does not count. */
  counter: number
  transports: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

/** A warning that moderators gave to a member. */
export interface StoredWarning {
  id: number
  text: string
  at: Date
  /** From then on it need not be read any more; null for no end. */
  until: Date | null
  readAt: Date | null
}

/** An account of another site with which a member signs in. */
export interface Identity {
  /** `provider:subject` */
  key: string
  provider: string
  /** The name of the account there. */
  name: string
  linkedAt: Date
}

/** The moderators' feed lacks the line of the registration. */
export type RegistrationWork = Work<'registration'>
/** The moderators' feed lacks the line of texts that the member has written about themselves. */
export interface ProfileWork extends Work<'profile'> {
  text: string
}

/** The member's agreement at registration, which is not stored yet. */
export interface AgreementWork extends Work<'agreement'> {
  pages: { slug: string; version: number }[]
}

/** The owner of an address has not been told yet that it is being replaced. */
export interface AddressWork extends Work<'address_notice'> {
  /** The address that is being replaced. */
  from: string
  to: string
  language: Language
}

/** The member has not been told yet that a way to sign in was added or removed. */
export interface SecurityWork extends Work<'security_notice'> {
  change: SecurityChange
  name: string
  language: Language
}

/** The data of the deleted account is to be erased once more. */
export type ErasureWork = Work<'erasure'>

/** The texts of the profile (`PROFILE_TEXTS`), all of them public. Older documents lack those that came later. */
const profileText = field.public(field.optional(field.string))
const profileTexts = Object.fromEntries(PROFILE_TEXTS.map((name) => [name, profileText])) as Record<
  keyof ProfileTexts,
  typeof profileText
>

/** Until when a member may not write in a board and its sub-boards. */
export interface BoardMute {
  boardId: number
  until: Date
}

/** Keyed hashes of an address at which a member has signed in and of the browser that was used last, and when that was. */
export interface SignInPlace {
  address: string
  browser?: string
  at: Date
}

export const memberFields = {
  _id: field.public(field.number),
  username: field.public(field.string),
  usernameLower: field.string,
  email: field.own(field.string),
  emailLower: field.string,
  /** When the member proved to own the address; missing until then. */
  emailVerifiedAt: field.own(field.optional(field.date)),
  /** When mail to the address came back; missing unless it did since the address was last verified. */
  emailBouncedAt: field.own(field.optional(field.date)),
  pendingEmail: field.own(field.optional(field.mixed<PendingEmail>())),
  /** When the member last chose another username. */
  renamedAt: field.own(field.optional(field.date)),
  passwordHash: field.secret(field.string),
  /** Sessions opened in an earlier epoch are dead, so that one write ends all of them. */
  sessionEpoch: field.optional(field.number),
  /** The name in an imported forum, in lower case, if it cannot be a username; it signs in as well. */
  oldNameLower: field.optional(field.string),
  /** Asked for at sign-in, besides the password; missing if it is off. */
  secondFactor: field.secret(field.optional(field.mixed<SecondFactor>())),
  /** The sealed key of an app that has not been confirmed yet. */
  secondFactorDraft: field.secret(field.optional(field.string)),
  passkeys: field.own(field.optional(field.mixed<Passkey[]>())),
  identities: field.own(field.optional(field.mixed<Identity[]>())),
  /** '' if the username is shown instead. */
  displayName: field.public(field.string),
  /** Search terms for parts of the display name (`namePartsOf`). */
  nameParts: field.listOf(field.string),
  /** The keys by which the username and the display name are compared (`storedNames`). */
  nameKeys: field.optional(field.listOf(field.string)),
  /**
   * True if the display name looks like another's name, because it was imported or because the other became staff
   * later.
   */
  hasAlikeName: field.optional(field.boolean),
  role: field.public(field.oneOf('user', 'moderator', 'admin')),
  ...profileTexts,
  avatar: field.public(field.nullable(field.string)),
  /** The member's own pictures, which can be chosen again, the newest last. */
  avatars: field.own(field.optional(field.listOf(field.string))),
  /** Pictures that moderators have taken away, which are not served unless the act is undone. */
  clearedAvatars: field.optional(field.listOf(field.string)),
  /** A deleted account keeps its id, which its posts refer to, and no personal data. */
  status: field.public(field.oneOf('active', 'inactive', 'banned', 'deleted')),
  /** Set while an admin deletes the account: such an admin is not one who remains. */
  isLeaving: field.optional(field.boolean),
  banReason: field.own(field.nullable(field.string)),
  bannedUntil: field.own(field.nullable(field.date)),
  mutedUntil: field.own(field.nullable(field.date)),
  /** Mutes in single boards; those that are over are removed. */
  boardMutes: field.own(field.optional(field.mixed<BoardMute[]>())),
  /** The newest warnings, the oldest first. */
  warnings: field.own(field.optional(field.mixed<StoredWarning[]>())),
  showOnline: field.own(field.boolean),
  /** The height of the rows in thread lists; normal if it is missing. */
  density: field.own(field.optional(field.oneOf('normal', 'dense'))),
  textSize: field.own(field.optional(field.oneOf('normal', 'large', 'larger'))),
  /** The Chinese script of the page and of mails; missing if none was chosen. */
  script: field.own(field.optional(field.oneOf('original', 'simplified', 'traditional'))),
  /** False if opened threads are not remembered; they are if it is missing. */
  keepsHistory: field.own(field.optional(field.boolean)),
  joinedAt: field.public(field.date),
  lastLoginAt: field.own(field.nullable(field.date)),
  /** Where the member has signed in lately, the newest first. */
  signIns: field.own(field.optional(field.mixed<SignInPlace[]>())),
  /** Until when nobody registers at these addresses; missing if that was never so. */
  sourceBlockedUntil: field.optional(field.nullable(field.date)),
  /** The groups that the member was added to; missing for none. Others follow from the member's age and posts. */
  groupIds: field.own(field.optional(field.listOf(field.number))),
  /** The numbers in all boards, for rules and for the member. Others see `shownNumbers`. */
  postCount: field.own(field.number),
  threadCount: field.own(field.number),
  likesReceived: field.own(field.number),
  /** The same by board; missing for none. */
  postsIn: field.optional(field.mixed<Record<string, number>>()),
  threadsIn: field.optional(field.mixed<Record<string, number>>()),
  likesIn: field.optional(field.mixed<Record<string, number>>()),
  revision: field.number,
  /** Increases when marks are removed: an addition prepared in an earlier epoch no longer applies. */
  epoch: field.number,
  /** The last seq that the counters contain, by thread. */
  marks: field.mixed<Record<string, number>>(),
  ...unfinishedWork<
    ActWork | RegistrationWork | AgreementWork | ProfileWork | AddressWork | SecurityWork | ErasureWork
  >(),
}

/** An account. Its counters are projections of the thread logs. */
export type MemberDoc = DocumentOf<typeof memberFields>

/** The fields of a member that others see. */
export type PublicMember = Pick<MemberDoc, NamesFor<typeof memberFields, 'public'>>
/** The fields of a member that the member sees. */
export type OwnMember = PublicMember & Pick<MemberDoc, NamesFor<typeof memberFields, 'own'>>

/**
 * The fields from which responses to others are made; ends of bans, the mark of alike names and posts by board affect
 * what they show, and rules about newcomers need all posts.
 */
export const CACHED_FIELDS = namesFor(
  memberFields,
  ['public'],
  ['bannedUntil', 'hasAlikeName', 'postCount', 'postsIn'],
)
export type CachedMember = Pick<MemberDoc, (typeof CACHED_FIELDS)[number]>

/** The fields from which profiles are made, and on which moderators act. */
export const PROFILE_FIELDS = namesFor(
  memberFields,
  ['public'],
  ['bannedUntil', 'lastLoginAt', 'mutedUntil', 'showOnline', 'postCount', 'postsIn', 'threadsIn', 'likesIn'],
)
export type ProfileMember = Pick<MemberDoc, (typeof PROFILE_FIELDS)[number]>

export const memberCollection = defineCollection('users', memberFields, [
  { key: { usernameLower: 1 }, unique: true },
  { key: { emailLower: 1 }, unique: true },
  { key: { oldNameLower: 1 }, unique: true, partialFilterExpression: { oldNameLower: { $exists: true } } },
  // Lists and searches show open accounts only.
  { key: { status: 1, joinedAt: -1, _id: -1 } },
  { key: { status: 1, usernameLower: 1 } },
  { key: { status: 1, nameParts: 1 } },
  { key: { nameKeys: 1 } },
  // The member of a passkey that signs in.
  { key: { 'passkeys.id': 1 }, unique: true, partialFilterExpression: { 'passkeys.id': { $exists: true } } },
  // The member of an account of another site.
  {
    key: { 'identities.key': 1 },
    unique: true,
    partialFilterExpression: { 'identities.key': { $exists: true } },
  },
  // Addresses of sign-ins that are to be removed, and members who share one, or a browser.
  { key: { 'signIns.at': 1 } },
  { key: { 'signIns.address': 1 } },
  { key: { 'signIns.browser': 1 } },
  // The members of a group.
  { key: { groupIds: 1, _id: 1 }, partialFilterExpression: { groupIds: { $exists: true } } },
  // Moderators and admins.
  { key: { role: 1, _id: 1 } },
  // Mutes and bans that are over.
  { key: { mutedUntil: 1 } },
  { key: { 'boardMutes.until': 1 } },
  { key: { bannedUntil: 1 } },
  UNFINISHED_INDEX,
])
