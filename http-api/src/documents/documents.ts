import type { SiteInfo } from '@forum/shared/contract'
import { cutCharacters } from '@forum/shared/text'
import { DEFAULT_ACCENT } from '@forum/shared/accent'
import { escapeXml } from '../platform/http/xml'

/** A screen's document: its metadata, and the content it shows before any script has run. */
export interface Document {
  title: string
  description: string
  /** Without the site's address. */
  path: string
  /** True if search engines should skip it: an empty page past the end, or a personal screen of the reader. */
  isHidden?: boolean
  /** An article rather than a list. */
  isArticle?: boolean
  /** The http address of a picture to show in link previews. */
  picture?: string | undefined
  /** Paths of the previous page, the next page and the feed. */
  prev?: string | undefined
  next?: string | undefined
  feed?: string | undefined
  /** Objects of schema.org. */
  data: readonly object[]
  /** Rendered HTML. */
  content: string
}

/** The identity of the site, with its address and time zone. */
export interface Site extends SiteInfo {
  url: string
}

/** Encodes JSON so that it is safe in a script element. */
const jsonInHtml = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Maximum length of a description: about what search engines display. */
const DESCRIPTION_MAX = 160

const meta = (key: string, value: string, by = 'property') => `<meta ${by}="${key}" content="${value}" />`

/** Returns the built page with another title, description and end of its head; all are HTML. */
const withHead = (
  shell: string,
  { title, description, head }: { title: string; description: string; head: readonly string[] },
) =>
  shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, () => meta('description', description, 'name'))
    .replace('</head>', () => `${head.join('\n')}\n</head>`)

/** Returns the description of the site, for search engines and the installed app. */
export const describe = ({ name, description }: Site): string =>
  description === '' ? `${name}，随时看看大家在聊什么。` : description

/** Returns the site as the page's scripts read it, so that the first screen shows it without a request. */
function siteData({
  name,
  seal,
  logo,
  accent,
  description,
  welcome,
  contact,
  feedbackBoardId,
  timeZone,
  ...rest
}: Site): string {
  const { footer, pages } = rest
  const site: SiteInfo = {
    name,
    seal,
    logo,
    accent,
    description,
    welcome,
    contact,
    feedbackBoardId,
    timeZone,
    footer,
    pages,
  }
  return `<script type="application/json" id="site">${jsonInHtml(site)}</script>`
}

/** Returns the elements about the site that the head of every page has. */
const siteHead = (site: Site, picture = `${site.url}/icons/icon-512.png`) => [
  ...(site.accent === DEFAULT_ACCENT ? [] : ['<link rel="stylesheet" href="/site.css" />']),
  meta('application-name', escapeXml(site.name), 'name'),
  meta('og:site_name', escapeXml(site.name)),
  meta('og:locale', 'zh_CN'),
  meta('og:image', escapeXml(picture)),
  meta('twitter:card', 'summary', 'name'),
  siteData(site),
]

/** Returns the built page for a screen without a document; one that `isMissing` is not indexed. */
export function bareShell(shell: string, site: Site, { isMissing }: { isMissing: boolean }): string {
  const title = escapeXml(site.name)
  const description = escapeXml(describe(site))
  const head = [
    ...siteHead(site),
    ...(isMissing ? [meta('robots', 'noindex', 'name')] : []),
    meta('og:type', 'website'),
    meta('og:title', title),
    meta('og:description', description),
  ]
  return withHead(shell, { title, description, head })
}

/** Returns the built page with a document in it: in its head, and readable after its root until the app takes over. */
export function inShell(shell: string, document: Document, site: Site): string {
  const { title, path, picture, data, content } = document
  const url = escapeXml(site.url + path)
  const full = escapeXml(title === '' ? site.name : `${title} - ${site.name}`)
  const description = escapeXml(cutCharacters(document.description, DESCRIPTION_MAX))
  const link = (rel: string, to: string | undefined, more = '') =>
    to === undefined ? [] : [`<link rel="${rel}" href="${escapeXml(site.url + to)}"${more} />`]
  const head = [
    ...siteHead(site, picture),
    ...(document.isHidden ? [meta('robots', 'noindex', 'name')] : [`<link rel="canonical" href="${url}" />`]),
    ...link('prev', document.prev),
    ...link('next', document.next),
    ...link('alternate', document.feed, ` type="application/rss+xml" title="${full}"`),
    meta('og:type', document.isArticle ? 'article' : 'website'),
    meta('og:title', escapeXml(title === '' ? site.name : title)),
    meta('og:description', description),
    meta('og:url', url),
    // Data blocks are not executed, so the page's script policy does not apply to them.
    ...data.map((one) => `<script type="application/ld+json">${jsonInHtml(one)}</script>`),
  ]
  const readable = [
    '<div class="readable"><header class="top"><div class="wrap masthead">',
    `<a class="brand" href="/">${brand(site)}`,
    `<span class="brand-name">${escapeXml(site.name)}</span></a>`,
    `<nav class="main-navigation" aria-label="主导航">${navigation(path)}</nav>`,
    path === '/search' ? '</div></header>' : `${TO_SEARCH}</div></header>`,
    // A phone has its navigation at the bottom, which only the app shows.
    `<noscript><nav class="wrap readable-navigation" aria-label="导航">${navigation(path)}</nav></noscript>`,
    `<div class="wrap page-body"><div class="columns"><main>${content}</main></div></div>`,
    `${footer(site)}</div>`,
  ]
  return withHead(shell, { title: full, description, head }).replace(
    '<div id="root"></div>',
    () => `<div id="root" data-covered></div>${readable.join('')}`,
  )
}

const brand = ({ seal, logo }: Site) =>
  logo === null
    ? `<span class="brand-seal" aria-hidden="true">${escapeXml(seal)}</span>`
    : `<img class="brand-logo" src="${escapeXml(logo)}" alt="" height="32" />`

/** Where the app has the field. It is a link, since a text that is typed here would be lost when the app takes over. */
const TO_SEARCH =
  '<a class="search-field readable-to-search" href="/search"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><circle cx="11" cy="11" r="8"/><path d="m21 21-4.3-4.3"/></svg><span>搜索主题、帖子、用户</span></a>'

/** The pages that every site has. */
const PAGES = [
  ['terms', '服务条款'],
  ['privacy', '隐私政策'],
  ['help', '帮助'],
] as const

/** The pages of the site, and what its admins show below all of them, such as a filing number. */
function footer({ footer: { text, links }, pages }: Site): string {
  const of = (path: string, name: string) => `<a href="${escapeXml(path)}">${escapeXml(name)}</a>`
  const own = pages.filter(({ slug }) => !PAGES.some(([page]) => page === slug))
  return [
    '<footer class="footer"><div class="wrap footer-row">',
    ...PAGES.map(([slug, name]) => of(`/${slug}`, pages.find((page) => page.slug === slug)?.title ?? name)),
    of('/complaint', '投诉'),
    ...own.map(({ slug, title }) => of(`/pages/${slug}`, title)),
    ...links.map(({ url, label }) => of(url, label)),
    text === '' ? '' : `<p class="footer-text">${escapeXml(text)}</p>`,
    '</div></footer>',
  ].join('')
}

/** The main navigation of the app. */
const NAVIGATION = [
  ['/', '首页'],
  ['/boards', '版块'],
  ['/hot', '热门话题'],
  ['/profile', '个人中心'],
  ['/my/messages', '站内信'],
  ['/help', '帮助'],
] as const

function navigation(path: string): string {
  const place = /^\/(boards|threads|category)\b/.test(path) ? '/boards' : path.replace(/\?.*$/, '')
  return NAVIGATION.map(
    ([to, name]) => `<a href="${to}"${to === place ? ' aria-current="true"' : ''}>${name}</a>`,
  ).join(' ')
}

/** Returns a trail of links as schema.org's BreadcrumbList. */
export const breadcrumbData = (site: Site, trail: readonly { name: string; path: string }[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: site.url + path,
  })),
})
