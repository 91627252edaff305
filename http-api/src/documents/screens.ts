import type {
  Announcement,
  Board,
  BoardName,
  Category,
  Pagination,
  Post,
  SitePage,
  Thread,
  ThreadInList,
  User,
} from '@forum/shared/contract'
import { pageOfNumber } from '@forum/shared/pages'
import { HOT_DAYS, SEARCH_QUERY_MAX } from '@forum/shared/limits'
import { piecesOf } from '@forum/shared/announcement'
import { cutMarkup, excerpt, parse, partsOf, type MarkupNode } from '@forum/shared/markup'
import { cutCharacters } from '@forum/shared/text'
import { escapeXml } from '../platform/http/xml'
import { breadcrumbData, describe, type Document, type Site as NamedSite } from './documents'
import {
  a,
  boardLine,
  boardTree,
  latestHeading,
  latestPath,
  latestTabs,
  list,
  pager,
  shown,
  solvedMark,
  threadRows,
  trailHtml,
  type LatestList,
} from './lists'
import { markupHtml } from './markup-html'
import { DESCRIBED_LENGTH, discussionData, questionData } from './structured-data'
import { countText, dateText, timeHtml, type Reading } from './texts'

/** The site, and when its document is read. */
type Site = NamedSite & Reading

/** The API responses that documents are made of, as an anonymous reader gets them. */
export interface ApiResponses {
  thread: { thread: Thread; posts: Post[]; pagination: Pagination }
  board: { board: Board; threads: ThreadInList[]; pagination: Pagination }
  category: {
    category: { name: string; displayName: string }
    boards: Board[]
    threads: ThreadInList[]
    pagination: Pagination
  }
  boards: { boards: Board[] }
  categories: { categories: Category[] }
  threads: { threads: ThreadInList[]; pagination: Pagination }
  member: { user: User; threads: ThreadInList[] }
  sitePage: { page: SitePage }
}

const HOME = { name: '首页', path: '/' }
const ALL_BOARDS = '全部版块'
const TO_BOARDS = { name: ALL_BOARDS, path: '/boards' }
const DESCRIPTION_CHARACTERS = 110

const boardPlace = ({ id, displayName }: BoardName) => ({ name: displayName, path: `/boards/${id}` })

const pageSuffix = (page: number) => (page === 1 ? '' : ` - 第 ${page} 页`)
const query = (path: string) => (page: number) => (page === 1 ? path : `${path}?page=${page}`)

/** Returns the address of the first picture in a post. */
function firstPicture(source: string): string | undefined {
  const find = (nodes: readonly MarkupNode[]): string | undefined => {
    for (const node of nodes) {
      if (node.type === 'image') return node.url
      const inside = node.type === 'quote' ? undefined : find(partsOf(node).flat())
      if (inside !== undefined) return inside
    }
    return undefined
  }
  return find(parse(source))
}

/**
 * Maximum size of the posts' sources that are rendered whole in one document, and length of the beginning that is
 * rendered of every further post: a page of the longest posts takes a hundred times as long as others.
 */
const WHOLE_MAX_BYTES = 96 * 1024
const BEGINNING_LENGTH = 500
/** Cuts the sources of posts to what one document may render; the app shows them whole. */
function bounded(posts: readonly Post[]): (Post & { isCut: boolean })[] {
  let left = WHOLE_MAX_BYTES
  return posts.map((post) => {
    const size = Buffer.byteLength(post.content)
    const isCut = size > left && post.content.length > BEGINNING_LENGTH
    if (!isCut) {
      left -= size
      return { ...post, isCut }
    }
    return { ...post, isCut, content: cutMarkup(post.content, BEGINNING_LENGTH) }
  })
}

const bannedMark = ({ status }: { status: User['status'] }) => (status === 'banned' ? '已封禁 · ' : '')

function postHtml(post: Post & { isCut: boolean }, site: Site): string {
  const head = `<header><b>${shown(post.author.displayName)}</b> <small>${bannedMark(post.author)}${timeHtml(post.createdAt, site)} · ${post.number === 1 ? '#1' : `${post.number} 楼`}</small></header>`
  const text = post.isDeleted
    ? `<p>${post.deletedBy === 'law' ? '该回复已依法删除' : '该回复已被删除'}</p>`
    : `<div class="readable-text">${markupHtml(post.content, `post-${post.id}`, post.author.status === 'banned')}${post.isCut ? ' …' : ''}</div>`
  const files = post.attachments.map((file) => a(file.url, file.originalName))
  return `<article id="post-${post.id}">${head}${text}${list(files)}</article>`
}

const typeMark = (name: string | null) => (name === null ? '' : `［${escapeXml(name)}］`)

const placeOf = ({ id, threadId, number }: Post): string => {
  const page = pageOfNumber(number)
  return `/threads/${threadId}${page === 1 ? '' : `/page/${page}`}#post-${id}`
}

/** The answer under the opening post, with the link to its place. */
const answerHtml = (answer: Post | null, site: Site): string =>
  answer
    ? `<section><h2>已采纳的回答</h2><p><small>${escapeXml(answer.author.displayName)} · ${bannedMark(answer.author)}${timeHtml(answer.createdAt, site)} · ${a(placeOf(answer), `${answer.number} 楼`)}</small></p><div class="readable-text">${markupHtml(answer.content, `answer-${answer.id}`, answer.author.status === 'banned')}</div></section>`
    : ''

/** Makes the document of a page of a thread; `parent` is the board above its own. */
export function threadDocument(
  response: ApiResponses['thread'] & { answer: Post | null; typeName: string | null },
  parent: BoardName | null,
  site: Site,
): Document {
  const { thread, pagination } = response
  const { page } = pagination
  const path = (to: number) => (to === 1 ? `/threads/${thread.id}` : `/threads/${thread.id}/page/${to}`)
  const trail = [HOME, ...(parent ? [boardPlace(parent)] : []), boardPlace(thread.board)]
  const { prev, next, html } = pager(pagination, path)
  const beginning = cutCharacters(thread.content, DESCRIBED_LENGTH)
  const text = excerpt(beginning, DESCRIPTION_CHARACTERS)
  const posts = bounded([
    ...(page === 1 && thread.openingPost ? [thread.openingPost] : []),
    ...response.posts,
  ])
  const solved = solvedMark(thread)
  const replies = posts.filter(({ number }) => number > 1)
  const picture = thread.openingPost?.attachments.find(({ width }) => width !== null)
  return {
    title: `${thread.title}${pageSuffix(page)}`,
    description: text === '' ? thread.title : text,
    path: path(page),
    isHidden: page > pagination.totalPages || thread.isDeleted,
    isArticle: true,
    picture: picture ? site.url + picture.url : firstPicture(beginning),
    prev,
    next,
    data: [
      thread.isQuestion ? questionData(response, replies, site) : discussionData(response, replies, site),
      breadcrumbData(site, [...trail, { name: thread.title, path: path(1) }]),
    ],
    content: [
      trailHtml(trail),
      `<h1>${typeMark(response.typeName)}${escapeXml(thread.title)}</h1>`,
      `<p><small>${countText(thread.replyCount)} 回复 · ${countText(thread.viewCount)} 浏览${thread.isLocked ? ' · 已锁定' : ''}${solved === null ? '' : ` · ${solved}`}</small></p>`,
      ...posts.map(
        (post) => postHtml(post, site) + (post.number === 1 ? answerHtml(response.answer, site) : ''),
      ),
      html,
    ].join(''),
  }
}

export function boardDocument({ board, threads, pagination }: ApiResponses['board'], site: Site): Document {
  const path = `/boards/${board.id}`
  const trail = [HOME, TO_BOARDS, ...(board.parent ? [boardPlace(board.parent)] : [])]
  const { prev, next, html } = pager(pagination, query(path))
  return {
    title: `${board.displayName}${pageSuffix(pagination.page)}`,
    description: `${board.displayName}：${board.displayDescription}。主题 ${countText(board.threadCount)}，帖子 ${countText(board.postCount)}。`,
    path: query(path)(pagination.page),
    isHidden: pagination.page > pagination.totalPages,
    prev,
    next,
    feed: `/api/boards/${board.id}/feed.xml`,
    data: [breadcrumbData(site, [...trail, { name: board.displayName, path }])],
    content: [
      trailHtml(trail, board.displayName),
      `<h1>${escapeXml(board.displayName)}</h1><p>${escapeXml(board.displayDescription)}</p>`,
      list(board.children.map(boardLine)),
      threadRows(threads, site, { arePinned: true }),
      html,
    ].join(''),
  }
}

export function categoryDocument(response: ApiResponses['category'], site: Site): Document {
  const { category, boards, threads, pagination } = response
  const path = `/category/${category.name}`
  const { prev, next, html } = pager(pagination, query(path))
  const trail = [HOME, TO_BOARDS]
  return {
    title: `${category.displayName}${pageSuffix(pagination.page)}`,
    description: `${category.displayName}：${boards.map(({ displayName }) => displayName).join('、')}`,
    path: query(path)(pagination.page),
    isHidden: pagination.page > pagination.totalPages,
    prev,
    next,
    data: [breadcrumbData(site, [...trail, { name: category.displayName, path }])],
    content: [
      trailHtml(trail, category.displayName),
      `<h1>${escapeXml(category.displayName)}</h1>`,
      list(boards.map(boardLine)),
      threadRows(threads, site),
      html,
    ].join(''),
  }
}

export function boardsDocument(
  { boards }: ApiResponses['boards'],
  { categories }: ApiResponses['categories'],
): Document {
  return {
    title: ALL_BOARDS,
    description: boards.map(({ displayName }) => displayName).join('、'),
    path: '/boards',
    data: [],
    content: `${trailHtml([HOME], ALL_BOARDS)}<h1>${ALL_BOARDS}</h1>${boardTree(boards, categories)}`,
  }
}

function announcementHtml({ text }: Announcement): string {
  if (text === '') return ''
  const pieces = piecesOf(text).map(({ text: part, to }) => (to === null ? escapeXml(part) : a(to, part)))
  // The app takes the text from here until it has loaded the announcement.
  return `<p class="announcement"><b>公告</b> <span class="readable-announcement">${pieces.join('')}</span></p>`
}

const summaryOf = (site: Site, boards: readonly Board[]) =>
  `${site.name}：${boards
    .filter(({ parentId }) => parentId === null)
    .map(({ displayName }) => displayName)
    .join('、')}，随时看看大家在聊什么。`

/** The head of the newspaper: the day of the site, and the posts of it. */
function dateLine(boards: readonly Board[], { now, timeZone }: Site): string {
  const day = new Intl.DateTimeFormat('zh-CN', {
    timeZone,
    month: 'long',
    day: 'numeric',
    weekday: 'long',
  }).format(now)
  // A board's number holds those of the boards below it.
  const posts = boards.reduce(
    (sum, { parentId, todayCount }) => sum + (parentId === null ? todayCount : 0),
    0,
  )
  return `<div class="list-news"><p class="date-line small soft num"><b>${day}</b><span>今日 ${posts} 帖</span></p></div>`
}

export function homeDocument(
  { threads }: ApiResponses['threads'],
  { boards }: ApiResponses['boards'],
  { categories }: ApiResponses['categories'],
  announcement: Announcement,
  site: Site,
): Document {
  return {
    title: '',
    description: site.description === '' ? summaryOf(site, boards) : describe(site),
    path: '/',
    feed: '/api/feed.xml',
    data: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: site.name,
        url: `${site.url}/`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${site.url}/search?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
    content: [
      `<h1 class="visually-hidden">${escapeXml(site.name)}</h1>`,
      announcementHtml(announcement),
      latestTabs('/', 'replies'),
      dateLine(boards, site),
      threadRows(threads, site),
      '<h2 class="section-heading">版块</h2>',
      boardTree(boards, categories),
    ].join(''),
  }
}

/** A page of a list of the whole forum. */
export function latestDocument(
  of: LatestList,
  { threads, pagination }: ApiResponses['threads'],
  site: Site,
): Document {
  const heading = latestHeading(of)
  const path = (page: number) => latestPath(of, page)
  const { prev, next, html } = pager(pagination, path)
  return {
    title: `${heading}${pageSuffix(pagination.page)}`,
    description: `${site.name}：${heading}。`,
    path: path(pagination.page),
    isHidden: pagination.page > pagination.totalPages,
    prev,
    next,
    data: [],
    content: [
      `<h1>${heading}</h1>`,
      latestTabs('/latest', of),
      threadRows(threads, site, { isByStart: of === 'created' }),
      html,
    ].join(''),
  }
}

export function hotDocument({ threads }: ApiResponses['threads'], site: Site): Document {
  return {
    title: '热门话题',
    description: `${site.name}最近 ${HOT_DAYS} 天回复最多的主题。`,
    path: '/hot',
    data: [],
    content: [
      trailHtml([HOME], '热门话题'),
      '<h1>热门话题</h1>',
      threads.length === 0
        ? `<p>最近 ${HOT_DAYS} 天没有热门话题</p>`
        : threadRows(threads, site, { isByStart: true, arePinned: true }),
    ].join(''),
  }
}

/** Pages with an address of their own; others are below `/pages`. */
const OWN_ADDRESSES: ReadonlySet<string> = new Set(['terms', 'privacy', 'help'])

export function sitePageDocument({ page }: ApiResponses['sitePage'], site: Site): Document {
  const { slug, title, content } = page
  const beginning = excerpt(cutCharacters(content, DESCRIBED_LENGTH), DESCRIPTION_CHARACTERS)
  return {
    title,
    description: beginning === '' ? `${site.name}：${title}` : beginning,
    path: `${OWN_ADDRESSES.has(slug) ? '' : '/pages'}/${slug}`,
    data: [],
    content: `${trailHtml([HOME], title)}<h1>${escapeXml(title)}</h1><div>${markupHtml(content)}</div>`,
  }
}

export function memberDocument({ user, threads }: ApiResponses['member'], site: Site): Document {
  const name = escapeXml(user.displayName)
  return {
    title: `${user.displayName} 的主页`,
    description: `${user.displayName}在${site.name}：发帖 ${countText(user.postCount)}，主题 ${countText(user.threadCount)}。`,
    path: `/users/${user.id}`,
    isHidden: user.status !== 'active',
    data: [],
    content: [
      trailHtml([HOME], user.displayName),
      `<h1>${name}</h1>`,
      `<p><small>@${escapeXml(user.username)} · ${bannedMark(user)}注册于 ${dateText(user.joinedAt, site)}</small></p>`,
      `<p>发帖 ${countText(user.postCount)} · 主题 ${countText(user.threadCount)} · 获赞 ${countText(user.likesReceived)}</p>`,
      user.signature === '' ? '' : `<p>${escapeXml(user.signature)}</p>`,
      '<h2 class="section-heading">最近的主题</h2>',
      threads.length === 0
        ? '<p>还没有发表过主题</p>'
        : threadRows(threads, site, { isByStart: true, arePinned: true }),
    ].join(''),
  }
}

/** The form only: what is found needs the limits of a search, and is nothing for search engines. */
export function searchDocument(query: string): Document {
  return {
    title: query === '' ? '搜索' : `“${query}”的搜索结果`,
    description: '搜索主题、帖子和用户。',
    path: '/search',
    isHidden: true,
    data: [],
    content: [
      `${trailHtml([HOME], '搜索')}<h1>搜索</h1>`,
      '<form class="readable-search" action="/search" role="search">',
      `<input class="input" type="search" name="q" value="${escapeXml(query)}" aria-label="搜索内容" maxlength="${SEARCH_QUERY_MAX}">`,
      '<button class="button button-go">搜索</button></form>',
      '<noscript><p>查看搜索结果需要启用 JavaScript。</p></noscript>',
    ].join(''),
  }
}

/**
 * Returns the document of the form for complaints. It tells readers without scripts of other ways: the form uses
 * scripts to prove that a browser sends it.
 */
export function complaintDocument({ contact }: NamedSite): Document {
  const way =
    contact === '' ? '' : `也可以直接联系本站：${escapeXml(contact)}，写明页面的网址、哪里不对、怎么联系你。`
  return {
    title: '投诉一个页面',
    description: '不用账号，向版主投诉一个页面：版权、隐私、违法或其他。',
    path: '/complaint',
    data: [],
    content: `<h1>投诉一个页面</h1><noscript><p>填写投诉需要启用 JavaScript。${way}</p></noscript>`,
  }
}
