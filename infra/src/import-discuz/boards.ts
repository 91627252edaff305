import type { PastBoard } from '@forum/http-api'
import { BOARD_DESCRIPTION_MAX, BOARD_NAME_MAX } from '@forum/shared/limits'
import { convertBbcode } from './bbcode'
import type { ImportReport } from './report'
import { number, text, title, type DiscuzSource, type Row } from './source'
import { htmlToBbcode, shownLine } from './text'

/** The status of a board of a group, and the status of boards that are shown. */
const OF_GROUP = 3
const HIDDEN = 0
/** The group of readers without an account. */
const GUESTS = '7'

/**
 * Reads groups and boards, a parent before its children. Boards that not everyone may read stay out, because this forum
 * has no such boards.
 */
export async function readBoards(source: DiscuzSource, report: ImportReport): Promise<PastBoard[]> {
  const rows = await source.query(
    `SELECT f.*, d.description, d.password, d.redirect, d.viewperm, d.postperm
       FROM {forum_forum} f LEFT JOIN {forum_forumfield} d USING (fid)
      ORDER BY FIELD(f.type, 'group', 'forum', 'sub'), f.displayorder, f.fid`,
  )
  const moderators = await source.query('SELECT * FROM {forum_moderator} ORDER BY displayorder, uid')
  const boards: PastBoard[] = []
  const known = new Set<number>()
  for (const row of rows) {
    const id = number(row, 'fid')
    const parentId = number(row, 'fup')
    const name = shownLine(title(row, 'name').replace(/<[^>]*>/g, ''), BOARD_NAME_MAX)
    const isOpen = isReadable(row, name, report) && (parentId === 0 || known.has(parentId))
    if (!isOpen) continue
    known.add(id)
    boards.push({
      id,
      parentId: parentId === 0 ? null : parentId,
      name: name === '' ? `版块 ${id}` : name,
      description: describe(text(row, 'description')),
      position: boards.length,
      postRole: 'user',
      moderatorIds: moderators.flatMap((one) => (number(one, 'fid') === id ? number(one, 'uid') : [])),
    })
  }
  return boards
}

function isReadable(row: Row, name: string, report: ImportReport): boolean {
  const isOfGroup = number(row, 'status') === OF_GROUP
  if (isOfGroup) report.lose('groups', name)
  else if (text(row, 'redirect') !== '') report.lose('linkBoards', name)
  else if (
    text(row, 'password') !== '' ||
    isForGroups(text(row, 'viewperm')) ||
    number(row, 'status') === HIDDEN
  )
    report.lose('boardsWithAccess', name)
  else return true
  return false
}

/** Whether only some groups may read: a list without the group of guests. */
function isForGroups(list: string): boolean {
  const groups = list.split('\t').filter((group) => group.trim() !== '')
  return groups.length > 0 && !groups.includes(GUESTS)
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
