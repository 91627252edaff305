import type { Board, Category, Pagination, ThreadInList } from '@forum/shared/contract'
import { siteAffairsLast } from '@forum/shared/board-order'
import { firstCharacter, isolated } from '@forum/shared/text'
import { escapeXml } from '../platform/http/xml'
import { countText, timeHtml, type Reading } from './texts'

/** Returns a name or a title as HTML. */
export const shown = (text: string): string => escapeXml(isolated(text))
export const a = (path: string, text: string, className?: string): string =>
  `<a href="${escapeXml(path)}"${className === undefined ? '' : ` class="${className}"`}>${shown(text)}</a>`
export const list = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

/** An icon as the app draws it. */
const icon = (shapes: string): string =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`
/** The mark between two places of a trail. */
const NEXT = icon('<path d="m9 18 6-6-6-6"/>')
// Without the icons of its tags, the rows of the app are wider, and the largest paint comes only with them.
const PIN = icon(
  '<path d="M12 17v5"/><path d="M9 10.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24V16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-.76a2 2 0 0 0-1.11-1.79l-1.78-.9A2 2 0 0 1 15 10.76V7a1 1 0 0 1 1-1 2 2 0 0 0 0-4H8a2 2 0 0 0 0 4 1 1 0 0 1 1 1z"/>',
)
const LOCK = icon(
  '<rect width="18" height="11" x="3" y="11" rx="2" ry="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/>',
)

/** Returns the way to a screen, whose own name ends it; a thread has its title below. */
export function trailHtml(trail: readonly { name: string; path: string }[], own?: string): string {
  const places = trail.map(({ name, path }) => a(path, name))
  const here = own === undefined ? [] : [`<span aria-current="page">${shown(own)}</span>`]
  const items = [...places, ...here].map((place, index) => `<li>${index === 0 ? '' : NEXT}${place}</li>`)
  return `<nav class="crumbs" aria-label="当前位置"><ol>${items.join('')}</ol></nav>`
}

const tag = (tone: string, text: string) => `<span class="tag tag-${tone}">${text}</span>`
const mark = (text: string) => `<span class="thread-mark">${text}</span>`

/** Returns the mark that tells if a question is solved; null for other threads. */
export const solvedMark = ({ isQuestion, answerId }: Pick<ThreadInList, 'isQuestion' | 'answerId'>) =>
  isQuestion ? (answerId === null ? '待解答' : '已解决') : null

/** What a list of threads shows: the last posts or the beginnings, and whether threads are marked as pinned. */
interface Rows {
  isByStart?: boolean
  arePinned?: boolean
}

/** A thread in the boxes in which the home page of the app has it. The face is that of a name without its colour. */
function threadRow(thread: ThreadInList, site: Reading, { isByStart = false, arePinned = false }: Rows) {
  const { author, lastPostUser, replyCount } = thread
  const isStart = isByStart || replyCount === 0
  const starter = `${shown(author.displayName)} 发帖`
  const face = firstCharacter((isByStart ? author : lastPostUser).displayName).toUpperCase()
  const solved = solvedMark(thread)
  return [
    '<li class="row">',
    `<span class="avatar avatar-small" aria-hidden="true">${escapeXml(face)}</span>`,
    '<div class="row-what"><div class="row-title"><span>',
    arePinned && thread.isPinned ? tag('warn', `${PIN}置顶`) : '',
    thread.isFeatured ? tag('seal', '精华') : '',
    thread.isLocked ? tag('faint', `${LOCK}锁定`) : '',
    a(`/threads/${thread.id}`, thread.title, 'row-link thread-link'),
    solved === null ? '' : mark(solved),
    thread.poll ? mark('投票') : '',
    '</span></div><div class="meta">',
    `<b class="latest-who one-line">${isStart ? starter : shown(lastPostUser.displayName)}</b>`,
    `<span class="latest-when num">${timeHtml(isByStart ? thread.createdAt : thread.lastPostAt, site)}</span>`,
    a(`/boards/${thread.boardId}`, thread.board.displayName, 'thread-board'),
    isStart ? '' : `<span class="latest-starter one-line">${starter}</span>`,
    `</div></div><span class="latest-replies num">${countText(replyCount)} 回复</span></li>`,
  ].join('')
}

export const threadRows = (threads: readonly ThreadInList[], site: Reading, rows: Rows = {}): string =>
  threads.length === 0
    ? ''
    : `<section class="latest"><ul>${threads.map((thread) => threadRow(thread, site, rows)).join('')}</ul></section>`

/** The lists of the whole forum that strangers see, with the names of their tabs. */
const LISTS = { replies: '最新回复', created: '最新发表', featured: '精华', open: '待解答' } as const
export type LatestList = keyof typeof LISTS
/** Lists whose page has another name than their tab. */
const HEADINGS: Partial<Record<LatestList, string>> = { open: '等一个答案' }
export const latestHeading = (of: LatestList): string => HEADINGS[of] ?? LISTS[of]

/** Returns the list that `?list=` names; those of members are the first one for strangers. */
export const latestListOf = (name: string): LatestList =>
  (Object.keys(LISTS) as LatestList[]).find((of) => of === name) ?? 'replies'

export const latestPath = (of: LatestList, page = 1, path = '/latest'): string => {
  const query = new URLSearchParams({
    ...(of === 'replies' ? {} : { list: of }),
    ...(page === 1 ? {} : { page: String(page) }),
  })
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** Returns the tabs above a list of the whole forum. */
export function latestTabs(path: '/' | '/latest', current: LatestList): string {
  const names: LatestList[] =
    path === '/' ? ['replies', 'created'] : ['replies', 'created', 'featured', 'open']
  const links = names.map(
    (of) =>
      `<a href="${escapeXml(latestPath(of, 1, path))}"${of === current ? ' aria-current="page"' : ''}>${LISTS[of]}</a>`,
  )
  return `<div class="latest"><div class="latest-top"><nav class="latest-tabs" aria-label="主题列表">${links.join('')}</nav></div></div>`
}

export const boardLine = (board: Board): string =>
  `${a(`/boards/${board.id}`, board.displayName)} <small>${shown(board.displayDescription)} · 主题 ${countText(board.threadCount)} · 帖子 ${countText(board.postCount)}</small>`

/** Returns a list of boards in the order of the app, those below another one within it. */
export function boardTree(boards: readonly Board[], categories: readonly Category[]): string {
  const ids = new Set(boards.map(({ id }) => id))
  const under = (parentId: number | null, among: readonly Board[]): string =>
    list(
      among
        .filter(
          (board) =>
            (board.parentId !== null && ids.has(board.parentId) ? board.parentId : null) === parentId,
        )
        .map((board) => boardLine(board) + under(board.id, among)),
    )
  return under(null, siteAffairsLast(boards, categories))
}

/** Returns the links to the previous and the next page, for the head and for the text. */
export function pager(pagination: Pagination, pathOf: (page: number) => string) {
  const { page, totalPages, hasPrev, hasNext } = pagination
  const prev = hasPrev ? pathOf(Math.min(page - 1, totalPages)) : undefined
  const next = hasNext ? pathOf(page + 1) : undefined
  const html = [
    ...(prev === undefined ? [] : [a(prev, '上一页')]),
    ...(totalPages > 1 ? [`第 ${page} / ${totalPages} 页`] : []),
    ...(next === undefined ? [] : [a(next, '下一页')]),
  ]
  return { prev, next, html: html.length === 0 ? '' : `<p>${html.join(' ')}</p>` }
}
