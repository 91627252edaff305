import { codeSource } from '@forum/shared/markup'

/**
 * Maximum depth of elements; deeper ones are read as text: nobody writes such a page, and reading it could overflow the
 * call stack.
 */
const DEPTH_MAX = 100
const SKIPPED =
  'script, style, head, title, meta, link, template, noscript, iframe, object, svg, select, textarea, summary, [hidden]'
const PARAGRAPHS = 'p, dl, address, section, article, main, header, footer, nav, aside, center'
const LINES = 'div, dt, dd, tr, form, fieldset, caption, figcaption, legend'
const HEADINGS = 'h1, h2, h3, h4, h5, h6'
/** A tag that formats text. HTML without any is inserted as its plain text. */
const FORMATTED = /\[(?:h[23]|hr|list|ol|task|table|quote|code|spoiler|figure|img|url|[bius])[\]=]/
const EMOJI_PX = 32

interface Context {
  depth: number
  /** True if all of the text is bold. */
  isHeading: boolean
  isInTable: boolean
  isInLink: boolean
  /** True if the page has several main headings, as texts of office programs have. */
  hasManyTops: boolean
}

/** Puts tags around the text without its outer blanks. */
function wrapped(text: string, open: string, close: string): string {
  const words = text.trim()
  if (words === '') return text
  const from = text.indexOf(words)
  return text.slice(0, from) + open + words + close + text.slice(from + words.length)
}

/** Turns runs of blanks into one, and of empty lines into one, outside code. */
const tidy = (text: string): string =>
  text
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Placeholders for white space within code while the text around it is tidied. */
const KEPT = { '\n': '\uE000', ' ': '\uE001', '\t': '\uE002' } as const
const keep = (text: string): string => text.replace(/[\n \t]/g, (blank) => KEPT[blank as keyof typeof KEPT])
const release = (text: string): string =>
  text.replace(/[\uE000-\uE002]/g, (kept) => ['\n', ' ', '\t'][kept.charCodeAt(0) - 0xe000] ?? '')

function insideOf(element: Node, context: Context): string {
  if (context.depth > DEPTH_MAX) return element.textContent ?? ''
  const inner = { ...context, depth: context.depth + 1 }
  return [...element.childNodes].map((child) => sourceOf(child, inner)).join('')
}

function webAddress(address: string | null): string | null {
  // An address within the document from which the text was copied.
  if (address === null || address.startsWith('#')) return null
  const href = hrefOf(address)
  if (!/^https?:/.test(href)) return null
  return href.replace(/[[\]\s"]/g, (character) => encodeURIComponent(character))
}

/** Returns a complete address, or an empty text. The oldest supported engines have no `URL.parse`. */
function hrefOf(address: string): string {
  try {
    return new URL(address, location.href).href
  } catch {
    return ''
  }
}

function pictureOf(image: Element): string {
  const address = webAddress(image.getAttribute('src'))
  const width = Number(image.getAttribute('width'))
  if (width > 0 && width <= EMOJI_PX) return image.getAttribute('alt') ?? ''
  return address === null ? '' : `[img]${address}[/img]`
}

function linkOf(link: Element, context: Context): string {
  const inside = insideOf(link, { ...context, isInLink: true })
  const address = webAddress(link.getAttribute('href'))
  const words = inside.trim()
  if (address === null || context.isInLink || words === '' || link.matches('.mention')) return inside
  const isBare = words === address || webAddress(words) === address
  return isBare ? `${inside.replace(words, '')}${words}` : wrapped(inside, `[url=${address}]`, '[/url]')
}

function codeOf(element: Element): string {
  const named = element.matches('[class*=language-]') ? element : element.querySelector('[class*=language-]')
  const language =
    element.getAttribute('data-language') ?? /language-([\w+#.-]{1,20})/.exec(named?.className ?? '')?.[1]
  const text = (element.textContent ?? '').replace(/\n$/, '')
  const code = codeSource(language === undefined ? { text } : { text, language }, '', true)
  return `\n${keep(code.trimEnd())}\n`
}

function listOf(list: Element, context: Context): string {
  const items: string[] = []
  for (const child of list.children) {
    // Some programs put a nested list after its item rather than into it.
    if (child.matches('ul, ol')) items.push(`${items.pop() ?? '[*] '}\n${tidy(listOf(child, context))}`)
    else if (!child.matches(SKIPPED))
      items.push(`[*] ${tidy(insideOf(child, context)).replace(/\n{2,}/g, '\n')}`)
  }
  const tag = list.matches('ol') ? 'ol' : 'list'
  return items.length === 0 ? '' : `\n[${tag}]\n${items.join('\n')}\n[/${tag}]\n`
}

/** A table of one cell only serves the layout. */
function tableOf(table: Element, context: Context): string {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
  const cells = rows.map((row) => [...row.children].filter((cell) => cell.matches('td, th')))
  if (context.isInTable || cells.flat().length < 2) return `\n${insideOf(table, context)}\n`
  const inner = { ...context, isInTable: true }
  const source = cells.map((row) => {
    const parts = row.map((cell) => {
      const tag = cell.localName
      return `[${tag}]${tidy(insideOf(cell, { ...inner, isHeading: tag === 'th' }))}[/${tag}]`
    })
    return `[tr]${parts.join('')}[/tr]`
  })
  return `\n[table]\n${source.join('\n')}\n[/table]\n`
}

function figureOf(figure: Element, context: Context): string {
  const pictures = [...figure.querySelectorAll('img')].map(pictureOf).join('\n')
  const caption = [...figure.querySelectorAll('figcaption')]
    .map((one) => tidy(insideOf(one, context)))
    .join('\n')
  if (pictures === '' || caption === '') return `\n${insideOf(figure, context)}\n`
  return `\n[figure]\n${pictures}\n${caption}\n[/figure]\n`
}

function headingOf(heading: Element, context: Context): string {
  const words = tidy(insideOf(heading, { ...context, isHeading: true })).replace(/\n+/g, ' ')
  const level = Number(heading.localName[1]) + (context.hasManyTops ? 1 : 0)
  const tag = level < 3 ? 'h2' : 'h3'
  return words === '' ? '' : `\n[${tag}]${words}[/${tag}]\n`
}

function styled(element: HTMLElement, inside: string, context: Context): string {
  const { fontWeight, fontStyle, textDecoration } = element.style
  const isBold = fontWeight === '' ? element.matches('b, strong') : /^(?:bold|[6-9]00)/.test(fontWeight)
  const isItalic = fontStyle === '' ? element.matches('i, em') : fontStyle === 'italic'
  let text = inside
  if (element.matches('code, kbd, samp, tt'))
    return /\n/.test(text) ? text : wrapped(text, '[code]', '[/code]')
  if (isBold && !context.isHeading) text = wrapped(text, '[b]', '[/b]')
  if (isItalic) text = wrapped(text, '[i]', '[/i]')
  if (element.matches('s, strike, del') || textDecoration.includes('line-through'))
    text = wrapped(text, '[s]', '[/s]')
  if (element.matches('u, ins') || (textDecoration.includes('underline') && !context.isInLink))
    text = wrapped(text, '[u]', '[/u]')
  return text
}

function blockOf(element: Element, context: Context): string | null {
  if (element.matches(HEADINGS)) return headingOf(element, context)
  if (element.matches('ul, ol, menu')) return listOf(element, context)
  switch (element.localName) {
    case 'table':
      return tableOf(element, context)
    case 'pre':
      return codeOf(element)
    case 'blockquote':
      return `\n[quote]\n${tidy(insideOf(element, context))}\n[/quote]\n`
    case 'details':
      return `\n[spoiler]\n${tidy(insideOf(element, context))}\n[/spoiler]\n`
    case 'figure':
      return figureOf(element, context)
    case 'hr':
      return '\n[hr]\n'
    default:
      if (element.matches(PARAGRAPHS)) return `\n\n${insideOf(element, context)}\n\n`
      return element.matches(LINES) ? `\n${insideOf(element, context)}\n` : null
  }
}

function sourceOf(node: Node, context: Context): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/[ \t\r\n\f]+/g, ' ')
  if (!(node instanceof HTMLElement) || node.matches(SKIPPED) || node.style.display === 'none') return ''
  const { localName } = node
  if (localName === 'br') return '\n'
  if (localName === 'img') return pictureOf(node)
  if (localName === 'input')
    return node.matches('[type=checkbox]') ? `[task${node.hasAttribute('checked') ? '=x' : ''}]` : ''
  if (node.matches('.task')) return node.textContent === '☑' ? '[task=x]' : '[task]'
  // Only the pictures in a page's buttons are part of the text.
  if (localName === 'button') return [...node.querySelectorAll('img')].map(pictureOf).join('')
  const block = blockOf(node, context)
  if (block !== null) return block
  return localName === 'a' ? linkOf(node, context) : styled(node, insideOf(node, context), context)
}

const WORD_ITEM = /mso-list:\s*l\d+\s+level(\d+)/i

/** Turns the paragraphs that Word uses for list items into lists. */
function listsOfWord(root: Element): void {
  let open: Element[] = []
  let last: Element | null = null
  for (const item of root.querySelectorAll('p[style*="mso-list"]')) {
    const level = Number(WORD_ITEM.exec(item.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level === 0) continue
    const marks = [...item.querySelectorAll('[style*="Ignore"]')]
    const isOrdered = /^\W?(?:\d+|[a-z])\W/i.test(marks[0]?.textContent?.trim() ?? '')
    for (const mark of marks) mark.remove()
    if (last === null || item.previousElementSibling !== last) open = []
    open.length = Math.min(open.length, Math.min(level, DEPTH_MAX))
    if (open.length < level) {
      const list = root.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
      const parentList = open.at(-1)
      if (parentList) parentList.append(list)
      else {
        item.before(list)
        last = list
      }
      open.push(list)
    }
    const entry = root.ownerDocument.createElement('li')
    entry.append(...item.childNodes)
    open.at(-1)?.append(entry)
    item.remove()
  }
}

/**
 * Returns the markup of copied HTML; an empty text if it adds nothing to the plain text, like code from an editor. Its
 * scripts are never run and its pictures never loaded. Only pictures with a web address are taken.
 */
export function markupOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (/white-space:\s*pre\b/.test(body.firstElementChild?.getAttribute('style') ?? '')) return ''
  listsOfWord(body)
  const context: Context = {
    depth: 0,
    isHeading: false,
    isInTable: false,
    isInLink: false,
    hasManyTops: body.querySelectorAll('h1').length > 1,
  }
  const source = release(tidy(insideOf(body, context)))
  return FORMATTED.test(source) ? source : ''
}
