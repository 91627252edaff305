import type { Board, Pagination, Post, Thread } from '@forum/shared/contract'
import { parse, type MarkupNode } from '@forum/shared/markup'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, goInPage } from '../fixtures/browser'
import { closePages, openBrowser } from '../fixtures/chromium'
import { startRunningForum, type Person, type RunningForum } from '../fixtures/community'

const DEMO_PASSWORD = 'Forum#2025'

/** Screens without a document of their own, as visitors and as members see them. */
const OF_EVERYONE = [
  '/',
  '/latest',
  '/boards',
  '/boards/1',
  '/hot',
  '/help',
  '/test',
  '/terms',
  '/privacy',
  '/nowhere',
]
const OF_MEMBERS = [
  '/',
  '/profile',
  '/my/posts',
  '/my/bookmarks',
  '/my/history',
  '/notifications',
  '/my/messages',
  '/new-thread',
]

/** The number of links that are followed at the same time. */
const AT_ONCE = 8

let forum: RunningForum
let browser: Browser
let admin: Person

beforeAll(async () => {
  const demo = { SEED: 'demo', ADMIN_USERNAME: '', ADMIN_PASSWORD: '', ADMIN_EMAIL: '' }
  ;[forum, browser] = await Promise.all([startRunningForum(demo), openBrowser()])
  admin = await forum.community.signIn('admin', DEMO_PASSWORD)
})
afterAll(async () => {
  await closePages(browser)
  await forum.stop()
})

/** Links inside the forum, and a place where each was found. */
class Links {
  readonly found = new Map<string, string>()

  add(href: string, at: string): void {
    const { url } = forum.community
    const target = new URL(href.replaceAll('&amp;', '&'), url + at)
    if (target.origin !== new URL(url).origin || !target.protocol.startsWith('http')) return
    const link = target.pathname + target.search + target.hash
    if (!this.found.has(link)) this.found.set(link, at)
  }
}

/** Returns the addresses that a document, a feed, a sitemap or a manifest names. */
function linksOf(text: string, type: string): string[] {
  if (type.includes('xml'))
    return [...text.matchAll(/<(?:loc|link|guid[^>]*)>([^<]+)</g)].map(([, link = '']) => link)
  if (type.includes('html'))
    return [...text.matchAll(/<(?:a|link|script|img)\b[^>]*\b(?:href|src)="([^"]+)"/g)].map(
      ([, link = '']) => link,
    )
  if (type.includes('manifest'))
    return [...text.matchAll(/"(?:src|url|start_url)":\s*"([^"]+)"/g)].map(([, link = '']) => link)
  return []
}

/** Returns the addresses in what a member wrote. */
const writtenLinks = (nodes: readonly MarkupNode[]): string[] =>
  nodes.flatMap((node) => [
    ...('url' in node ? [node.url] : []),
    ...('children' in node ? writtenLinks(node.children) : []),
  ])

/** Returns the addresses that a screen shows once it has loaded. */
async function shownLinks(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await page.locator('main h1, main h2').first().waitFor()
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' })
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], img[src], link[href], script[src]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
    ),
  )
}

it('finds no dead link in the demo forum', async () => {
  const { community } = forum
  const links = new Links()
  for (const path of [
    '/',
    '/sitemap.xml',
    '/robots.txt',
    '/manifest.webmanifest',
    '/api/docs',
    '/api/openapi.json',
  ])
    links.add(path, '/')

  // Addresses that the API lists: boards and their feeds, categories, threads, posts, files, members.
  const { boards } = await community.call<{ boards: Board[] }>('GET', '/boards', null)
  const { categories } = await community.call<{
    categories: { key: string; slug: string; name_zh: string }[]
  }>('GET', '/categories', null)
  for (const { id } of boards)
    for (const path of [`/boards/${id}`, `/api/boards/${id}/feed.xml`]) links.add(path, '/boards')
  for (const { key, slug, name_zh } of categories)
    for (const name of [key, slug, name_zh]) links.add(`/category/${encodeURIComponent(name)}`, '/')
  const ids: number[] = []
  for (let page = 1, more = true; more; page += 1) {
    const list = await community.call<{ threads: Thread[]; pagination: Pagination }>(
      'GET',
      `/threads?limit=100&page=${page}`,
      null,
    )
    ids.push(...list.threads.map(({ id }) => id))
    more = list.pagination.hasNext
  }
  expect(ids.length).toBeGreaterThan(55)
  const pages = await Promise.all(
    ids.map((id) =>
      community.call<{ thread: Thread; posts: Post[] }>('GET', `/threads/${id}?limit=100`, null),
    ),
  )
  for (const { thread, posts } of pages) {
    const { id } = thread
    links.add(`/posts/${posts.at(-1)?.id ?? thread.openingPostId}`, `/threads/${id}`)
    for (const post of [thread.openingPost!, ...posts]) {
      const at = `/threads/${id}`
      links.add(`${post.page === 1 ? at : `${at}/page/${post.page}`}#post-${post.id}`, at)
      links.add(`/users/${post.author.id}`, at)
      if (post.author.avatar) links.add(post.author.avatar, at)
      for (const { url } of post.attachments) links.add(url, at)
      for (const url of writtenLinks(parse(post.content))) links.add(url, at)
    }
  }

  // Addresses that the screens show in the browser, to visitors and to an admin.
  const busiest = await community.call<{ threads: Thread[] }>(
    'GET',
    '/threads?sortBy=replyCount&limit=3',
    null,
  )
  const threads = busiest.threads.map(({ id }) => `/threads/${id}`)
  const visits: [Person | null, string[]][] = [
    [null, [...OF_EVERYONE, ...threads, `/users/${admin.id}`]],
    [admin, [...OF_MEMBERS, '/admin/boards', threads[0]!]],
  ]
  const screens = new Map<string, string>()
  for (const [person, paths] of visits) {
    const { page, context } = await browserOf(browser, community.url, person)
    for (const path of paths) for (const link of await shownLinks(page, path)) links.add(link, path)
    await context.close()
  }

  // Follows every link, and those in the documents behind them.
  const dead: string[] = []
  const documents = new Map<string, Promise<string>>()
  const read = async (path: string, found: string): Promise<string> => {
    const response = await fetch(community.url + path)
    const type = response.headers.get('content-type') ?? ''
    const text = await response.text()
    // The screen for tests links to an address without a screen on purpose.
    const isFound = response.status === (path === '/nowhere' ? 404 : 200)
    if (!isFound) dead.push(`${response.status} ${found}`)
    else for (const inner of linksOf(text, type)) links.add(inner, path)
    // A screen without a document, identified by its address regardless of ids.
    if (type.includes('html') && !path.startsWith('/api/') && !text.includes('class="readable"'))
      screens.set(path.replace(/\d+/g, 'n'), path)
    const api = /^\/(users|posts)\/\d+$/.test(path) ? `/api${path}` : null
    if (api && (await fetch(community.url + api)).status !== 200) dead.push(found)
    return type.includes('html') ? text : ''
  }
  const follow = async ([link, at]: [string, string]) => {
    const found = `${link} (on ${at})`
    const [path = '', anchor] = link.split('#')
    const reading = documents.get(path) ?? read(path, found)
    documents.set(path, reading)
    const text = await reading
    if (anchor?.startsWith('post-') && !text.includes(`id="${anchor}"`)) dead.push(found)
  }
  let followed = 0
  while (followed < links.found.size) {
    const next = [...links.found].slice(followed, followed + AT_ONCE)
    followed += next.length
    await Promise.all(next.map(follow))
  }
  expect(documents.size).toBeGreaterThan(300)

  // The page has a screen for each kind of address.
  const { page, context } = await browserOf(browser, community.url, admin)
  screens.delete('/nowhere')
  for (const path of screens.values()) {
    await goInPage(page, path)
    await page.locator('main h1, main h2').first().waitFor()
    if ((await page.getByText('页面不存在').count()) > 0) dead.push(`no screen: ${path}`)
  }
  await context.close()
  expect(dead).toEqual([])
})
