import type { Admitted, BoardAccess } from '@forum/shared/access'
import type { PastBoard, PastGroup } from '@forum/http-api'
import { BOARD_NAME_MAX, GROUPS_MAX } from '@forum/shared/limits'
import { roleOf } from './members'
import type { ImportReport } from './report'
import { number, text, title, type DiscuzSource, type Row } from './source'
import { shownLine } from './text'

/** The members whom a board of the old forum lets see, start threads and reply, in the terms of this forum. */
export type PastAccess = Pick<PastBoard, 'access' | 'groupIds'>

/** The groups of readers without an account, of banned members, and of those who are muted or not verified yet. */
const GUESTS = 7
const BANNED = new Set([5, 6])
const IN_BETWEEN = new Set([4, 8])
/** The group of administrators and that of moderators of all boards. */
const STAFF = new Set([1, 2])
/** The status of boards that no list shows. */
const UNLISTED = 0
/** A formula, medals or names in the serialised condition that readers of a board have to meet. */
const FORMULA = /\bi:0;s:[1-9]|"medal";a:[1-9]|"users";s:[1-9]/

/** The rights of single members in a board. */
interface Granted {
  /** Members who see it, whatever their groups. */
  readers: number[]
  /** True if more was granted or refused than seeing it. */
  isMore: boolean
}

/** Members who are in the same groups. */
interface Alike {
  groups: readonly number[]
  isStaff: boolean
}

const isInBetween = ([first = 0]: readonly number[]) => IN_BETWEEN.has(first)

/** The readers that a list of groups admits. */
interface Admission {
  admitted: Admitted
  groupIds: readonly number[]
}
const EVERYONE: Admission = { admitted: 'everyone', groupIds: [] }
const MEMBERS: Admission = { admitted: 'members', groupIds: [] }
const STAFF_ONLY: Admission = { admitted: 'staff', groupIds: [] }

const idsOf = (list: string): number[] => list.split(/[\t,]/).map(Number).filter(Boolean)
/** Returns the groups of a member. @param row of `common_member` */
const groupsOf = (row: Row): number[] => [
  ...new Set([number(row, 'groupid'), ...idsOf(text(row, 'extgroupids'))]),
]

/**
 * Turns rights that name groups of the old forum into access to boards here. Here, staff sees everything, and people in
 * no group are members or visitors. What cannot be expressed here becomes narrower, or is reported.
 */
export class OldRights {
  /** The groups that boards name, which become groups here under their ids. */
  private readonly used = new Set<number>()
  /** The highest id of a group of the old forum: groups of single members have higher ones. */
  private readonly lastGroup: number
  /** The names and members of groups that are made of single members. */
  private readonly made = new Map<number, { name: string; members: ReadonlySet<number> }>()

  private constructor(
    private readonly report: ImportReport,
    private readonly titles: ReadonlyMap<number, string>,
    /** The groups that a member is in by credits, from the first day on. */
    private readonly ordinary: readonly number[],
    private readonly mayGuestsVisit: boolean,
    private readonly members: readonly Alike[],
    /** The rights of single members by board. */
    private readonly granted: ReadonlyMap<number, Granted>,
  ) {
    const known = [...titles.keys(), ...members.flatMap(({ groups }) => groups)]
    this.lastGroup = Math.max(0, ...known)
  }

  static async read(source: DiscuzSource, report: ImportReport): Promise<OldRights> {
    const groups = source.has('common_usergroup')
      ? await source.query('SELECT * FROM {common_usergroup}')
      : []
    const byId = new Map(groups.map((row) => [number(row, 'groupid'), row]))
    const ordinary = groups.filter((row) => text(row, 'type') === 'member' && number(row, 'creditslower') > 0)
    const guests = byId.get(GUESTS)
    const members: Alike[] = []
    for (const suffix of ['', '_archive']) {
      if (!source.has(`common_member${suffix}`)) continue
      const rows = await source.query(
        `SELECT DISTINCT groupid, extgroupids, adminid FROM {common_member${suffix}} WHERE status <> -1`,
      )
      for (const row of rows) {
        if (BANNED.has(number(row, 'groupid'))) continue
        members.push({ groups: groupsOf(row), isStaff: roleOf(row) !== 'user' })
      }
    }
    const granted = new Map<number, Granted>()
    if (source.has('forum_access')) {
      for (const row of await source.query('SELECT * FROM {forum_access} ORDER BY fid, uid')) {
        const of = granted.get(number(row, 'fid')) ?? { readers: [], isMore: false }
        granted.set(number(row, 'fid'), of)
        const others = Object.keys(row).filter((name) => name.startsWith('allow') && name !== 'allowview')
        if (number(row, 'allowview') === 1) of.readers.push(number(row, 'uid'))
        if (number(row, 'allowview') < 0 || others.some((name) => number(row, name) !== 0)) of.isMore = true
      }
    }
    return new OldRights(
      report,
      new Map(
        groups.map((row) => [number(row, 'groupid'), title(row, 'grouptitle').replace(/<[^>]*>/g, '')]),
      ),
      ordinary.map((row) => number(row, 'groupid')),
      guests === undefined || number(guests, 'allowvisit') > 0,
      members,
      granted,
    )
  }

  /** Returns the groups that become groups here. */
  groups(): PastGroup[] {
    return [...this.used]
      .toSorted((a, b) => a - b)
      .map((id) => {
        const name = this.made.get(id)?.name ?? this.titles.get(id) ?? ''
        return { id, name: shownLine(name, BOARD_NAME_MAX) || `用户组 ${id}` }
      })
  }

  /** Returns the groups here of a member. @param row of `common_member` */
  groupIdsOf(row: Row): number[] {
    const made = [...this.made].flatMap(([id, { members }]) => (members.has(number(row, 'uid')) ? id : []))
    return [...groupsOf(row), ...made].filter((id) => this.used.has(id))
  }

  /** @param row of `forum_forum` with the columns of `forum_forumfield` */
  accessOf(row: Row, name: string): PastAccess {
    const see = this.withGranted(row, this.readersOf(row, name), name)
    const start = this.within(see, this.writersOf(text(row, 'postperm')), name)
    const reply = this.within(see, this.writersOf(text(row, 'replyperm')), name)
    // A board has one list of groups.
    let groupIds = [see, start, reply].find(({ admitted }) => admitted === 'groups')?.groupIds ?? []
    if (see.admitted !== 'groups' && start.admitted === 'groups' && reply.admitted === 'groups') {
      const both = start.groupIds.filter((id) => reply.groupIds.includes(id))
      if (both.length !== start.groupIds.length || both.length !== reply.groupIds.length)
        this.report.lose('narrowerWriters', name)
      groupIds = both
    }
    // No group is left that may do both.
    const writes = ({ admitted }: Admission): BoardAccess['start'] => {
      if (admitted === 'everyone') return 'members'
      return admitted === 'groups' && groupIds.length === 0 ? 'staff' : admitted
    }
    const access = { see: see.admitted, start: writes(start), reply: writes(reply) }
    return { access, groupIds: this.use(groupIds, name) }
  }

  private readersOf(row: Row, name: string): Admission {
    const { report } = this
    if (number(row, 'status') === UNLISTED) report.lose('unlistedBoards', name)
    else if (FORMULA.test(text(row, 'formulaperm'))) report.lose('formulas', name)
    else {
      const groups = idsOf(text(row, 'viewperm'))
      const isOpen = groups.length === 0 || groups.includes(GUESTS)
      const everyone = this.mayGuestsVisit ? EVERYONE : MEMBERS
      const readers = isOpen ? everyone : this.admitted(groups)
      if (readers === MEMBERS && !isOpen && this.hasHeldBut(groups)) report.lose('heldMembers', name)
      if (text(row, 'password') === '') return readers
      report.lose('boardsWithPassword', name)
      return readers === EVERYONE ? MEMBERS : readers
    }
    return STAFF_ONLY
  }

  /**
   * Adds the single members who may see a board to the groups that may, as a group of their own. Where only some of the
   * readers write, these members would write too, so they are left out.
   */
  private withGranted(row: Row, see: Admission, name: string): Admission {
    const fid = number(row, 'fid')
    const granted = this.granted.get(fid)
    if (!granted) return see
    const { readers, isMore } = granted
    const allWrite = text(row, 'postperm') === '' && text(row, 'replyperm') === ''
    const isNarrow = see.admitted === 'groups' || see.admitted === 'staff'
    const isLost = isNarrow && readers.length > 0 && !(see.admitted === 'groups' && allWrite)
    if (isMore || isLost) this.report.lose('accessOfMembers', name)
    if (see.admitted !== 'groups' || readers.length === 0 || isLost) return see
    const id = this.lastGroup + fid
    this.made.set(id, { name: `${name} 读者`, members: new Set(readers) })
    return { admitted: 'groups', groupIds: [...see.groupIds, id] }
  }

  private writersOf(list: string): Admission {
    const groups = idsOf(list)
    return groups.length === 0 ? MEMBERS : this.admitted(groups)
  }

  /** Returns who in fact writes where not everyone sees the board. */
  private within(see: Admission, writers: Admission, name: string): Admission {
    if (see.admitted !== 'groups' || writers.admitted !== 'groups') return writers
    const admitted = new Set(writers.groupIds)
    if (see.groupIds.every((id) => admitted.has(id))) return MEMBERS
    this.report.lose('narrowerWriters', name)
    return STAFF_ONLY
  }

  /** Returns whom a list of groups admits. It admits all members if each of them, and every newcomer, is in one. */
  private admitted(list: readonly number[]): Admission {
    const isAll =
      this.ordinary.length > 0 &&
      this.ordinary.every((id) => list.includes(id)) &&
      this.members.every(
        ({ groups, isStaff }) => isStaff || isInBetween(groups) || groups.some((id) => list.includes(id)),
      )
    if (isAll) return MEMBERS
    const groupIds = list.filter((id) => {
      if (id === GUESTS || BANNED.has(id)) return false
      const isKnown = this.titles.has(id) && !STAFF.has(id)
      return isKnown || this.members.some(({ groups, isStaff }) => !isStaff && groups.includes(id))
    })
    return groupIds.length === 0 ? STAFF_ONLY : { admitted: 'groups', groupIds }
  }

  /** True if some members are muted or not verified, and in none of these groups. */
  private hasHeldBut(list: readonly number[]): boolean {
    return this.members.some(({ groups }) => isInBetween(groups) && !groups.some((id) => list.includes(id)))
  }

  private use(groupIds: readonly number[], name: string): number[] {
    return groupIds.filter((id) => {
      const fits = this.used.has(id) || this.used.size < GROUPS_MAX
      if (fits) this.used.add(id)
      else this.report.lose('groupsBeyondLimit', name)
      return fits
    })
  }
}

/**
 * True if one board can be below the other. Here a board also refuses whomever the board above it refuses, a rule
 * that the old forum lacks.
 */
export function fitsBelow(above: PastAccess, below: PastAccess): boolean {
  return (['see', 'start', 'reply'] as const).every((act) => {
    const order: readonly Admitted[] = ['everyone', 'members', 'groups', 'staff']
    const [outer, inner] = [above.access[act], below.access[act]]
    if (outer === 'groups' && inner === 'groups')
      return below.groupIds.every((id) => above.groupIds.includes(id))
    return order.indexOf(outer) <= order.indexOf(inner)
  })
}
