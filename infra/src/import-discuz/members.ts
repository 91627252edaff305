import type { PastMember } from '@forum/http-api'
import { email as emailRule } from '@forum/shared/contract'
import { DISPLAY_NAME_MAX, SIGNATURE_MAX } from '@forum/shared/limits'
import { cutMarkup } from '@forum/shared/markup'
import { convertBbcode, type BbcodeContext } from './bbcode'
import type { ImportReport } from './report'
import { number, text, time, title, type Row } from './source'
import type { UsernameMaker } from './usernames'
import { htmlToBbcode, shownLine } from './text'

/** The groups of Discuz! that forbid posting, visiting, and visiting from an address. */
const MUTED_GROUP = 4
const BANNED_GROUPS = new Set([5, 6])
/** Until when a mute without an end lasts. */
const FOR_EVER = new Date('2099-12-31T00:00:00Z')

const ROLES: Readonly<Record<number, PastMember['role']>> = { 1: 'admin', 2: 'moderator' }
export const roleOf = (row: Row): PastMember['role'] => ROLES[number(row, 'adminid')] ?? 'user'

/** Members that stand for authors without an account. */
export const GUEST = '游客'
export const ANONYMOUS = '匿名用户'

/** Converts members, in the order of their ids. */
export class MemberConverter {
  private readonly addresses = new Set<string>()
  private readonly signInNames = new Set<string>()

  constructor(
    private readonly deps: {
      usernames: UsernameMaker
      report: ImportReport
      /** When a member without a time is taken to have joined. */
      startedAt: Date
      siteUrl: string
      /** Returns the groups here of a row of `common_member`. */
      groupIdsOf: (row: Row) => number[]
    },
  ) {}

  /** @param row of `common_member`, with the columns of UCenter as `uc…` and the signature as `sightml` */
  member(row: Row): PastMember {
    const { report, startedAt } = this.deps
    const id = number(row, 'uid')
    const name = title(row, 'username')
    const role = roleOf(row)
    const username = this.deps.usernames.make(name, role !== 'user')
    if (username !== name) report.lose('names', name)
    if (text(row, 'ucsecques') !== '') report.lose('questions', name)
    const group = number(row, 'groupid')
    const isBanned = BANNED_GROUPS.has(group) || number(row, 'status') === -1
    const until = time(row, 'groupexpiry')
    const groupIds = this.deps.groupIdsOf(row)
    return {
      id,
      username,
      displayName: username === name ? '' : shownLine(name, DISPLAY_NAME_MAX),
      signInName: username === name ? null : this.signInName(name),
      email: this.email(row, name),
      password: this.password(row, name),
      role,
      status: isBanned ? 'banned' : 'active',
      bannedUntil: isBanned ? until : null,
      banReason: isBanned ? '' : null,
      mutedUntil: group === MUTED_GROUP ? (until ?? FOR_EVER) : null,
      signature: this.signature(row),
      joinedAt: time(row, 'regdate') ?? startedAt,
      lastLoginAt: time(row, 'lastvisit'),
      ...(groupIds.length === 0 ? {} : { groupIds }),
    }
  }

  /** Returns a closed account for authors that have none. */
  placeholder(id: number, name: string): PastMember {
    const username = this.deps.usernames.make(name, false)
    return {
      id,
      username,
      displayName: username === name ? '' : shownLine(name, DISPLAY_NAME_MAX),
      signInName: null,
      email: null,
      password: null,
      role: 'user',
      status: 'inactive',
      bannedUntil: null,
      banReason: null,
      mutedUntil: null,
      signature: '',
      joinedAt: this.deps.startedAt,
      lastLoginAt: null,
    }
  }

  /** Names of the old forum are different, but two of them may be the same once they are repaired. */
  private signInName(name: string): string | null {
    const lower = name.toLowerCase()
    if (lower !== '' && !this.signInNames.has(lower)) {
      this.signInNames.add(lower)
      return name
    }
    this.deps.report.lose('sharedNames', name)
    return null
  }

  private email(row: Row, name: string): string | null {
    const parsed = emailRule.safeParse(text(row, 'email') || text(row, 'ucemail'))
    const address = parsed.success ? parsed.data : ''
    if (address !== '' && !this.addresses.has(address.toLowerCase())) {
      this.addresses.add(address.toLowerCase())
      return address
    }
    this.deps.report.lose('emails', name)
    return null
  }

  private password(row: Row, name: string): PastMember['password'] {
    const hash = text(row, 'ucpassword')
    const salt = text(row, 'ucsalt')
    // A bcrypt hash contains its salt.
    if (/^\$2[aby]\$\d\d\$.{53}$/.test(hash)) return { hash, salt: '' }
    if (/^[\da-f]{32}$/i.test(hash) && salt !== '' && !salt.includes('$')) return { hash, salt }
    this.deps.report.lose('passwords', name)
    return null
  }

  private signature(row: Row): string {
    const html = text(row, 'sightml')
    if (html === '') return ''
    const context: BbcodeContext = {
      postInThread: () => null,
      attachment: () => null,
      usernameOf: () => null,
      smilies: new Set(),
      siteUrl: this.deps.siteUrl,
      onLoss: () => undefined,
    }
    const { content } = convertBbcode(htmlToBbcode(html), context)
    return cutMarkup(content, SIGNATURE_MAX)
  }
}

/** The path of a member's picture below `uc_server/data/avatar`, by the digits of the id. */
export function avatarPath(uid: number, size: 'big' | 'middle' | 'small'): string {
  const digits = String(uid).padStart(9, '0')
  return `${digits.slice(0, 3)}/${digits.slice(3, 5)}/${digits.slice(5, 7)}/${digits.slice(7)}_avatar_${size}.jpg`
}
