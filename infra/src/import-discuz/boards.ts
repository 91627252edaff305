import type { PastBoard } from '@forum/http-api'
import { OPEN_ACCESS } from '@forum/shared/access'
import {
  BOARD_DESCRIPTION_MAX,
  BOARD_NAME_MAX,
  THREAD_TYPE_NAME_MAX,
  THREAD_TYPES_MAX,
} from '@forum/shared/limits'
import { fitsBelow, type OldRights, type PastAccess } from './access'
import { convertBbcode } from './bbcode'
import type { ImportReport } from './report'
import { number, text, title, type DiscuzSource, type Row } from './source'
import { htmlToBbcode, shownLine } from './text'

/** The status of a board of a group. */
const OF_GROUP = 3
/** Matches the serialised settings of a board whose threads must have a type. */
const TYPE_REQUIRED = /"required";(?:b:1|i:1|s:1:"1")/

/**
 * Reads groups and boards, a parent before its children. A board that lets in more than the one above it is placed
 * below the next one that does not refuse any of them.
 */
export async function readBoards(
  source: DiscuzSource,
  report: ImportReport,
  rights: OldRights,
): Promise<PastBoard[]> {
  const rows = await source.query(
    `SELECT d.*, f.* FROM {forum_forum} f LEFT JOIN {forum_forumfield} d USING (fid)
      ORDER BY FIELD(f.type, 'group', 'forum', 'sub'), f.displayorder, f.fid`,
  )
  const moderators = await source.query('SELECT * FROM {forum_moderator} ORDER BY displayorder, uid')
  const classes = source.has('forum_threadclass')
    ? await source.query('SELECT * FROM {forum_threadclass} ORDER BY displayorder, typeid')
    : []
  const boards = new Map<number, PastBoard>()
  for (const row of rows) {
    const id = number(row, 'fid')
    const upper = number(row, 'fup')
    const name = shownLine(title(row, 'name').replace(/<[^>]*>/g, ''), BOARD_NAME_MAX)
    if (!isImported(row, name, report) || (upper !== 0 && !boards.has(upper))) continue
    const access = text(row, 'type') === 'group' ? OPEN : rights.accessOf(row, name)
    let above = boards.get(upper)
    while (above && !fitsBelow(above, access)) above = boards.get(above.parentId ?? 0)
    if (above?.id !== boards.get(upper)?.id) report.lose('boardsMovedUp', name)
    const settings = text(row, 'threadtypes')
    boards.set(id, {
      id,
      parentId: above?.id ?? null,
      name: name === '' ? `版块 ${id}` : name,
      description: describe(text(row, 'description')),
      position: boards.size,
      postRole: 'user',
      ...access,
      allowsAnonymous: number(row, 'allowanonymous') === 1,
      types: settings === '' ? [] : typesOf(classes, id, report),
      typeRequired: TYPE_REQUIRED.test(settings),
      moderatorIds: moderators.flatMap((one) => (number(one, 'fid') === id ? number(one, 'uid') : [])),
    })
  }
  return [...boards.values()]
}

const OPEN: PastAccess = { access: OPEN_ACCESS, groupIds: [] }

function typesOf(classes: readonly Row[], boardId: number, report: ImportReport): PastBoard['types'] {
  const boardTypes = classes.filter((row) => number(row, 'fid') === boardId)
  for (const row of boardTypes.slice(THREAD_TYPES_MAX)) report.lose('threadTypes', title(row, 'name'))
  return boardTypes.slice(0, THREAD_TYPES_MAX).map((row) => {
    const key = String(number(row, 'typeid'))
    const name = shownLine(title(row, 'name').replace(/<[^>]*>/g, ''), THREAD_TYPE_NAME_MAX)
    return { key, name: name === '' ? key : name, color: null }
  })
}

function isImported(row: Row, name: string, report: ImportReport): boolean {
  const isOfGroup = number(row, 'status') === OF_GROUP
  if (isOfGroup) report.lose('groups', name)
  else if (text(row, 'redirect') !== '') report.lose('linkBoards', name)
  else return true
  return false
}

function describe(html: string): string {
  const { content } = convertBbcode(htmlToBbcode(html), {
    postInThread: () => null,
    attachment: () => null,
    usernameOf: () => null,
    smilies: new Set(),
    siteUrl: '',
    onLoss: () => undefined,
  })
  const plain = content.replace(/\[\/?[a-z]+[^\]]*\]/g, '').replace(/\s+/g, ' ')
  return shownLine(plain, BOARD_DESCRIPTION_MAX)
}
