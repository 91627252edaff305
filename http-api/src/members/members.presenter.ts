import {
  PROFILE_TEXTS,
  type Author,
  type CurrentUser,
  type PasskeyInfo,
  type ProfileTexts,
  type User,
  type UserSummary,
} from '@forum/shared/contract'
import { DAY_MS } from '@forum/shared/clock'
import { RENAME_DAYS } from '@forum/shared/limits'
import { withoutQuotes } from '@forum/shared/markup'
import { isBlank, withoutPiledMarks } from '@forum/shared/text'
import { presentAlias } from './aliases'
import type {
  CachedMember,
  MemberDoc,
  OwnMember,
  Passkey,
  ProfileMember,
  PublicMember,
} from './members.model'
import { presentWarning, unreadWarnings } from './warnings'

/** The author name shown for deleted accounts. */
export const DELETED_MEMBER = '已注销用户'

/**
 * Replaces a member who is missing from the database. Needed only for damaged data, since member records are never
 * removed.
 */
const placeholder = (id: number): UserSummary => ({
  id,
  username: 'unknown',
  displayName: '未知用户',
  avatar: null,
  role: 'user',
})

const summaryOfAlias = (alias: number): UserSummary => {
  const { id, username, displayName, avatar, role, isAnonymous } = presentAlias(alias)
  return { id, username, displayName, avatar, role, isAnonymous }
}

/** Returns the name to show: the username for a member without another, or with one that shows nothing. */
const shownName = ({ displayName, username }: Pick<PublicMember, 'displayName' | 'username'>): string =>
  isBlank(displayName) ? username : withoutPiledMarks(displayName)

export function presentSummary(member: PublicMember | undefined, id: number): UserSummary {
  if (id < 0) return summaryOfAlias(id)
  if (!member) return placeholder(id)
  return {
    id: member._id,
    username: member.username,
    displayName: shownName(member),
    // An advertiser's picture must not stay visible after the ban.
    avatar: member.status === 'banned' ? null : member.avatar,
    role: member.role,
  }
}

/** Returns the sum of a number by board over the given boards. */
export function sumIn(
  numbers: Readonly<Record<string, number>> | undefined,
  boardIds: ReadonlySet<number>,
): number {
  let sum = 0
  for (const boardId in numbers) if (boardIds.has(Number(boardId))) sum += numbers[boardId] ?? 0
  return Math.max(0, sum)
}

/** @param openBoards the boards that everyone sees, of which the numbers are */
export function presentAuthor(
  member: (PublicMember & Pick<CachedMember, 'postsIn'>) | undefined,
  id: number,
  openBoards: ReadonlySet<number>,
): Author {
  return authorOf(member, id, sumIn(member?.postsIn, openBoards))
}

function authorOf(member: PublicMember | undefined, id: number, postCount: number): Author {
  if (id < 0) return presentAlias(id)
  // A spread takes forty times as long, and responses have an author for each post.
  return Object.assign(presentSummary(member, id), {
    postCount,
    joinedAt: (member?.joinedAt ?? new Date(0)).toISOString(),
    signature: member && member.status !== 'banned' ? withoutQuotes(member.signature ?? '') : '',
    status: statusOf(member),
  })
}

const statusOf = (member: PublicMember | undefined) =>
  member === undefined || member.status === 'deleted' ? ('inactive' as const) : member.status

/** The texts of a profile before its member has written any. */
export const EMPTY_PROFILE = Object.fromEntries(PROFILE_TEXTS.map((name) => [name, ''])) as ProfileTexts

/** Without quotes: a profile does not follow later changes of the posts that it quotes. */
const textsOf = (member: PublicMember) =>
  Object.fromEntries(PROFILE_TEXTS.map((name) => [name, withoutQuotes(member[name] ?? '')])) as ProfileTexts

/** Returns the texts of a profile as others see them: empty while the member is banned. */
export const presentTexts = (member: PublicMember | undefined): ProfileTexts =>
  member === undefined || member.status === 'banned' ? EMPTY_PROFILE : textsOf(member)

type Numbers = Pick<MemberDoc, 'postCount' | 'threadCount' | 'likesReceived'>

/** The parts of a profile that are visible to everyone who may see the member, with the numbers for the reader. */
const presentProfile = (member: PublicMember, { postCount, threadCount, likesReceived }: Numbers) => ({
  ...authorOf(member, member._id, Math.max(0, postCount)),
  ...presentTexts(member),
  threadCount: Math.max(0, threadCount),
  likesReceived: Math.max(0, likesReceived),
})

/** Returns the numbers of a member that others see: those in boards that everyone sees. */
const shownNumbers = (
  { postsIn, threadsIn, likesIn }: Pick<MemberDoc, 'postsIn' | 'threadsIn' | 'likesIn'>,
  openBoards: ReadonlySet<number>,
): Numbers => ({
  postCount: sumIn(postsIn, openBoards),
  threadCount: sumIn(threadsIn, openBoards),
  likesReceived: sumIn(likesIn, openBoards),
})

/**
 * Presents a member's public profile to a reader; `isOnline` is whether the member was seen recently. The numbers are
 * the same for every reader, the member and staff included.
 */
export function presentUser(
  member: ProfileMember,
  {
    reader,
    isOnline,
    openBoards,
  }: {
    reader: { id: number; role: string } | null
    isOnline: boolean
    openBoards: ReadonlySet<number>
  },
): User {
  const seesSignIn = reader !== null && (reader.id === member._id || reader.role === 'admin')
  return {
    ...presentProfile(member, shownNumbers(member, openBoards)),
    // Staff judge by it whether the ban may end.
    ...(reader !== null && reader.role !== 'user' ? { ...textsOf(member), avatar: member.avatar } : {}),
    lastLoginAt: seesSignIn ? (member.lastLoginAt?.toISOString() ?? null) : null,
    isOnline: reader !== null && member.showOnline ? isOnline : null,
  }
}

/** Returns from when a member may choose another username: at once after registering. */
export const renamableAt = ({ renamedAt, joinedAt }: Pick<OwnMember, 'renamedAt' | 'joinedAt'>): Date =>
  renamedAt ? new Date(renamedAt.getTime() + RENAME_DAYS * DAY_MS) : joinedAt

/** Returns the address that waits to be confirmed; null if there is none, or it was asked for before a new password. */
export const pendingEmailOf = ({
  pendingEmail,
  sessionEpoch = 0,
}: Pick<OwnMember, 'pendingEmail'> & { sessionEpoch?: number }): string | null =>
  pendingEmail?.epoch === sessionEpoch ? pendingEmail.address : null

/** The only shape with the e-mail address and with the numbers of all boards; only the member receives it. */
export function presentCurrentUser(
  member: OwnMember & { sessionEpoch?: number },
  {
    moderatedBoardIds,
    blocked,
    canVerifyEmail,
    secondFactor,
    boardMutes,
    hasPassword,
    now,
  }: Pick<CurrentUser, 'blocked' | 'boardMutes' | 'canVerifyEmail' | 'secondFactor' | 'hasPassword'> & {
    moderatedBoardIds: readonly number[]
    now: Date
  },
): CurrentUser {
  const isDue = secondFactor === 'due'
  return {
    ...presentProfile(member, member),
    // Until it is on, the server treats staff as members.
    ...(isDue ? { role: 'user' } : {}),
    lastLoginAt: member.lastLoginAt?.toISOString() ?? null,
    // The caller is online, since they are making this call.
    isOnline: member.showOnline ? true : null,
    email: member.email,
    emailVerified: Boolean(member.emailVerifiedAt),
    emailBounces: Boolean(member.emailBouncedAt),
    canVerifyEmail,
    pendingEmail: pendingEmailOf(member),
    renamableAt: renamableAt(member).toISOString(),
    hasPassword,
    passkeys: (member.passkeys ?? []).map(presentPasskey),
    identities: (member.identities ?? []).map(({ provider, name }) => ({ provider, name })),
    moderatedBoardIds: isDue ? [] : [...moderatedBoardIds],
    secondFactor,
    showOnline: member.showOnline,
    density: member.density ?? 'normal',
    textSize: member.textSize ?? 'normal',
    script: member.script ?? null,
    keepsHistory: member.keepsHistory ?? true,
    mutedUntil: member.mutedUntil?.toISOString() ?? null,
    ...(boardMutes && boardMutes.length > 0 ? { boardMutes } : {}),
    warnings: unreadWarnings(member, now).map(presentWarning),
    blocked,
  }
}

/** Returns the data of a passkey that its owner sees. */
export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyInfo => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
