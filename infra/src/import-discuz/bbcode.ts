import { isVisiblyEmpty, quoteBlock, videoOf } from '@forum/shared/markup'
import { cutCharacters, withoutPiledMarks } from '@forum/shared/text'
import type { Loss } from './report'
import { DEFAULT_SMILIES } from './smilies'
import { decodeEntities } from './text'

/** Looks up the posts, files, members and smilies to which a text of the old forum refers. */
export interface BbcodeContext {
  /** The quoted post, if it is in the same thread. */
  postInThread: (pid: number) => { id: number; name: string } | null
  /** The address of an attachment that is a picture, `file` for another file, null if it is missing. */
  attachment: (aid: number) => { pictureUrl: string } | 'file' | null
  /** The username of a member. */
  usernameOf: (uid: number) => string | null
  /** The codes of smilies of the old forum. */
  smilies: ReadonlySet<string>
  /** The address of this site, without a slash at the end; '' if it is unknown. */
  siteUrl: string
  /** True to leave out parts that only those who had replied could read. */
  withoutHidden?: boolean
  onLoss: (loss: Loss, what: string) => void
}

export interface Converted {
  content: string
  /** The post of the same thread that the text answers. */
  quotedPostId: number | null
}

type Node = string | Tag
interface Tag {
  name: string
  value: string
  children: Node[]
}

/** Tags of Discuz!; everything else in brackets is text. */
const TAGS = new Set(
  `b i u s strike color backcolor size font align float p indent quote url email img attach attachimg media flash audio
   video hide free password table tr td list * code qq sup sub fly page index postbg sell`.split(/\s+/),
)
const ALONE = new Set(['hr', 'page', '*'])
const TAG = /\[(\/?)([a-z]+|\*)(?:=([^[\]\n]*)|\s[^[\]\n]*)?\]/gi
const CODE = /\[code\]/gi
const CODE_END = /\[\/code\]/gi
/** Deeper tags are merged into their parent. */
const DEPTH_MAX = 50

/** Converts a post of Discuz! to the markup of this forum. Broken tags lose their brackets and keep their text. */
export function convertBbcode(source: string, context: BbcodeContext): Converted {
  const text = decodeEntities(source.replace(/\r\n?/g, '\n').replaceAll('\0', ''), 'numeric')
  const out = new Converter(context)
  let converted = ''
  let end = 0
  // The text of code is no markup.
  for (;;) {
    const start = firstAt(text, CODE, end)
    const close = start && firstAt(text, CODE_END, start.index)
    if (!start || !close) break
    converted += out.render(parseTags(text.slice(end, start.index)), 0)
    converted += `[code]${text.slice(start.index + start[0].length, close.index)}[/code]`
    end = close.index + close[0].length
  }
  converted += out.render(parseTags(text.slice(end)), 0)
  const content = converted
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  // Nothing that is shown is written as nothing.
  const shown = isVisiblyEmpty(content) ? '' : withoutPiledMarks(content)
  return { content: shown, quotedPostId: out.quotedPostId }
}

/** Returns the first match of a global pattern from a place on. */
function firstAt(text: string, pattern: RegExp, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}

/** Parses tags into a tree. A tag that is never closed becomes its children; a closing tag without an opener is dropped. */
function parseTags(text: string): Node[] {
  const root: Tag = { name: '', value: '', children: [] }
  const open: Tag[] = [root]
  const top = () => open.at(-1) ?? root
  let end = 0
  const closeTo = (depth: number) => {
    while (open.length > depth + 1) {
      const unclosed = open.pop()
      // An item of a list ends with the list.
      if (unclosed && unclosed.name !== '*') dissolve(top(), unclosed)
    }
    open.pop()
  }
  for (const match of text.matchAll(TAG)) {
    const [raw, slash, given = '', value = ''] = match
    const name = given.toLowerCase()
    if (!TAGS.has(name) && !ALONE.has(name)) continue
    top().children.push(text.slice(end, match.index))
    end = match.index + raw.length
    if (slash === '/') {
      const depth = open.findLastIndex((tag) => tag.name === name)
      if (depth > 0) closeTo(depth)
      continue
    }
    const tag: Tag = { name, value: value.trim(), children: [] }
    if (name === '*' && top().name === '*') open.pop()
    const isOpener = name === '*' ? open.some((one) => one.name === 'list') : !ALONE.has(name)
    if (isOpener && open.length >= DEPTH_MAX) continue
    top().children.push(tag)
    if (isOpener) open.push(tag)
  }
  top().children.push(text.slice(end))
  while (open.length > 1) {
    const unclosed = open.pop()
    if (unclosed) dissolve(top(), unclosed)
  }
  return root.children
}

/** Replaces a tag, the last child of its parent, by its children. */
function dissolve(parent: Tag, tag: Tag): void {
  parent.children.pop()
  for (const child of tag.children) parent.children.push(child)
}

/** The text in front of a quote: who wrote it, and when. */
const QUOTE_HEADER =
  /^\s*(?:原帖由\s*)?(.{1,60}?)\s*(?:(?:发表于|發表於|posted (?:on|at))\s*\d{2,4}-\d{1,2}-\d{1,2}|于\s*\d{4}-\d{1,2}-\d{1,2}[\d: ]*\s*(?:发表|發表))[^\n]*\n?/
const HEADER_MAX = 300
/** Stands for what only those who replied could read. */
const HIDDEN = '（原论坛中回复后才能看的内容没有公开；作者可以从编辑历史中找回）'
/** The note that Discuz! puts into a post that was edited. */
const EDIT_NOTE = /^\s*本帖最(?:后|後)由[\s\S]{0,80}(?:编辑|編輯)\s*$/
/** A reply without a quote: 回复 3# name */
const REPLY_HEADER = /^\s*(?:回复|回復|reply)\s/i
const POST_LINK = /goto=findpost(?:&amp;|&)(?:.*?)pid=(\d+)/
const MEMBER_LINK = /(?:mod=space(?:&amp;|&)uid=|space-uid-)(\d+)/

class Converter {
  quotedPostId: number | null = null

  constructor(private readonly context: BbcodeContext) {}

  render(nodes: readonly Node[], quotes: number): string {
    return nodes.map((node) => (typeof node === 'string' ? this.text(node) : this.tag(node, quotes))).join('')
  }

  /** Replaces smilies in a text. */
  private text(text: string): string {
    return text.replace(/\{:\d+_\d+:\}|[:;][a-z]{3,12}:?|[:;]['$()@DLPQao]/g, (code) => {
      const emoji = DEFAULT_SMILIES.get(code)
      if (emoji !== undefined && this.context.smilies.has(code)) return emoji
      if (!this.context.smilies.has(code)) return code
      this.context.onLoss('smilies', code)
      return ''
    })
  }

  private tag({ name, value, children }: Tag, quotes: number): string {
    const inner = () => this.render(children, quotes)
    switch (name) {
      case 'b':
      case 'u':
      case 's':
        return this.bold(name, children, quotes)
      case 'strike':
        return styled('s', inner())
      case 'i':
        return EDIT_NOTE.test(plain(children)) ? '' : styled('i', inner())
      case 'quote':
        return this.quote(children, quotes)
      case 'url':
        return this.link(value, children, quotes)
      case 'email':
        return value === '' ? plain(children) : `${inner()} ${value}`.trim()
      case 'img':
        return this.picture(plain(children).trim())
      case 'attach':
      case 'attachimg':
        return this.attachment(plain(children).trim())
      case 'media':
      case 'flash':
      case 'audio':
      case 'video':
        return this.media(plain(children).trim())
      case 'hide':
        return this.context.withoutHidden ? `\n${HIDDEN}\n` : `[spoiler]${inner().trim()}[/spoiler]`
      case 'password':
      case 'index':
      case 'postbg':
        this.context.onLoss('tags', name)
        return ''
      case 'list':
        return `\n[list${/^[1a]$/i.test(value) ? '=1' : ''}]\n${inner().trim()}\n[/list]\n`
      case '*':
        return `[*]${inner().trim()}\n`
      case 'hr':
        return '\n————\n'
      case 'page':
        return '\n\n'
      case 'table':
        this.context.onLoss('tags', name)
        return `\n${inner().trim()}\n`
      case 'tr':
        return `${inner().trim().replace(/\|$/, '').trim()}\n`
      case 'td':
        return `${inner().trim()} | `
      case 'qq':
        return `QQ ${plain(children)}`
      case 'align':
      case 'p':
      case 'indent':
      case 'float':
        return `\n${inner()}\n`
      case 'free':
        return inner()
      default:
        this.context.onLoss('tags', name)
        return inner()
    }
  }

  /** A bold line may be the header of a reply without a quote. */
  private bold(name: string, children: readonly Node[], quotes: number): string {
    const pid = linkedPost(children)
    if (name === 'b' && pid !== null && REPLY_HEADER.test(plain(children))) {
      this.answer(pid, quotes)
      return ''
    }
    return styled(name, this.render(children, quotes))
  }

  private answer(pid: number, quotes: number): { id: number; name: string } | null {
    const post = this.context.postInThread(pid)
    if (!post) this.context.onLoss('quotesElsewhere', `post ${pid}`)
    else if (quotes === 0) this.quotedPostId ??= post.id
    return post
  }

  private quote(children: readonly Node[], quotes: number): string {
    const pid = linkedPost(children)
    const post = pid === null ? null : this.answer(pid, quotes)
    const header = QUOTE_HEADER.exec(plain(withoutQuotes(children)).slice(0, HEADER_MAX))
    const body = header ? afterHeader(children) : children
    const text = this.render(body, quotes + 1).trim()
    const name = post?.name ?? header?.[1]?.trim() ?? ''
    return `${quoteBlock(name, text, post?.id ?? null).trimEnd()}\n`
  }

  private link(value: string, children: readonly Node[], quotes: number): string {
    const label = this.render(children, quotes).trim()
    const given = decodeEntities(value === '' ? plain(children).trim() : value).replace(/^["']|["']$/g, '')
    const uid = MEMBER_LINK.exec(given)?.[1]
    const username = uid !== undefined && label.startsWith('@') ? this.context.usernameOf(Number(uid)) : null
    if (username !== null) return `@${username} `
    const address = this.absolute(given)
    if (address === null) return label
    if (label === '' || label === given) return `[url]${address}[/url]`
    return `[url=${address}]${label}[/url]`
  }

  /** Returns an address that this forum links to; null for others. */
  private absolute(given: string): string | null {
    if (/^https?:\/\/[^\s[\]]+$/i.test(given)) return given
    if (/^www\.[^\s[\]]+$/i.test(given)) return `http://${given}`
    // Addresses of the old forum lead on from this site.
    const isOwn =
      /^\/?(forum|home|viewthread|redirect|forumdisplay|space)\.php\b|^\/?(thread|forum|space-uid)-[\d-]+\.html/.test(
        given,
      )
    if (isOwn && this.context.siteUrl !== '') return `${this.context.siteUrl}/${given.replace(/^\//, '')}`
    this.context.onLoss('links', cutCharacters(given, 60))
    return null
  }

  private picture(address: string): string {
    if (/^https?:\/\/[^\s[\]]+$/i.test(address)) return `[img]${address}[/img]`
    // The arrow of a quote and the like.
    if (!address.startsWith('static/image/')) this.context.onLoss('links', cutCharacters(address, 60))
    return ''
  }

  private attachment(aid: string): string {
    const found = /^\d+$/.test(aid) ? this.context.attachment(Number(aid)) : null
    if (found === null) this.context.onLoss('attachmentsUnknown', `attachment ${aid.slice(0, 12)}`)
    return found === null || found === 'file' ? '' : `[img]${found.pictureUrl}[/img]`
  }

  private media(address: string): string {
    if (!/^https?:\/\/[^\s[\]]+$/i.test(address)) {
      this.context.onLoss('links', cutCharacters(address, 60))
      return address
    }
    // A video that is alone on its line becomes a player.
    return videoOf(address) === null ? `[url]${address}[/url]` : `\n${address}\n`
  }
}

const styled = (name: string, text: string) => (text.trim() === '' ? text : `[${name}]${text}[/${name}]`)

/** The text of nodes without any tag. */
const plain = (nodes: readonly Node[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plain(node.children))).join('')

const withoutQuotes = (nodes: readonly Node[]): Node[] =>
  nodes.filter((node) => typeof node === 'string' || node.name !== 'quote')

/** Finds the post that a link leads to, outside of inner quotes. */
function linkedPost(nodes: readonly Node[]): number | null {
  for (const node of nodes) {
    if (typeof node === 'string' || node.name === 'quote') continue
    const pid = node.name === 'url' ? POST_LINK.exec(node.value)?.[1] : undefined
    if (pid !== undefined) return Number(pid)
    const inner = linkedPost(node.children)
    if (inner !== null) return inner
  }
  return null
}

/** Returns what follows the header of a quote: it ends with the first line that has any text. */
function afterHeader(nodes: readonly Node[]): Node[] {
  let hasText = false
  for (const [i, node] of nodes.entries()) {
    const text = typeof node === 'string' ? node : plain([node])
    const start = text.length - text.trimStart().length
    const end = text.indexOf('\n', hasText ? 0 : start)
    if (end >= 0 && (hasText || text.trim() !== '')) {
      if (typeof node === 'string') return [node.slice(end + 1), ...nodes.slice(i + 1)]
      // A tag around the whole quote, such as a size.
      return [{ ...node, children: afterHeader(node.children) }, ...nodes.slice(i + 1)]
    }
    if (text.trim() !== '') hasText = true
  }
  return []
}
