/** A text with a selection. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** An edit by a tool: replaces a range, then selects a range of the new text. */
export interface Edit {
  from: number
  to: number
  insert: string
  selectFrom: number
  selectTo: number
}

export type Tool =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'quote'
  | 'code'
  | 'link'
  | 'picture'
  | 'spoiler'
  | 'list'
  | 'heading'
  | 'subheading'
  | 'ordered'
  | 'task'
  | 'table'
  | 'rule'
  | 'figure'

const INLINE = { bold: 'b', italic: 'i', strike: 's' } as const
const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text)

/** Returns the edit that puts tags around the selection, or removes them if it already has them. */
function toggle({ text, start, end }: Selected, open: string, close: string): Edit {
  const selected = text.slice(start, end)
  const before = text.slice(0, start)
  if (before.endsWith(open) && text.startsWith(close, end)) {
    const from = start - open.length
    return {
      from,
      to: end + close.length,
      insert: selected,
      selectFrom: from,
      selectTo: from + selected.length,
    }
  }
  if (
    selected.startsWith(open) &&
    selected.endsWith(close) &&
    selected.length >= open.length + close.length
  ) {
    const inner = selected.slice(open.length, selected.length - close.length)
    return { from: start, to: end, insert: inner, selectFrom: start, selectTo: start + inner.length }
  }
  const selectFrom = start + open.length
  return {
    from: start,
    to: end,
    insert: `${open}${selected}${close}`,
    selectFrom,
    selectTo: selectFrom + selected.length,
  }
}

/** Returns the edit that puts tags on separate lines, which makes a block. */
function block(selected: Selected, open: string, close: string): Edit {
  const { text, start, end } = selected
  const lineBefore = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const lineAfter = end === text.length || text[end] === '\n' ? '' : '\n'
  const edit = toggle(selected, `${open}\n`, `\n${close}`)
  if (!edit.insert.startsWith(open)) return edit
  return {
    ...edit,
    insert: `${lineBefore}${edit.insert}${lineAfter}`,
    selectFrom: edit.selectFrom + lineBefore.length,
    selectTo: edit.selectTo + lineBefore.length,
  }
}

function list({ text, start, end }: Selected, tag: 'list' | 'ol' = 'list', mark = ''): Edit {
  const items = text.slice(start, end).split('\n')
  const lineBefore = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const open = `${lineBefore}[${tag}]\n`
  const written = items.map((item) => `[*] ${mark}${item.trim()}`).join('\n')
  const at = start + open.length + written.length
  return { from: start, to: end, insert: `${open}${written}\n[/${tag}]`, selectFrom: at, selectTo: at }
}

/**
 * Returns the edit that puts a table at the selection, whose lines become its first cells, and selects the first
 * heading.
 */
function table({ text, start, end }: Selected): Edit {
  const lineBefore = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const lineAfter = end === text.length || text[end] === '\n' ? '' : '\n'
  const lines = text.slice(start, end).split('\n')
  const rows = lines.map((line) => `[tr][td]${line.trim()}[/td][td][/td][/tr]`)
  const open = `${lineBefore}[table]\n[tr][th]`
  const insert = `${open}[/th][th][/th][/tr]\n${rows.join('\n')}\n[/table]${lineAfter}`
  const at = start + open.length
  return { from: start, to: end, insert, selectFrom: at, selectTo: at }
}

/** Returns the edit that puts a rule after the selection, on a line of its own. */
function rule({ text, end }: Selected): Edit {
  const lineBefore = end === 0 || text[end - 1] === '\n' ? '' : '\n'
  const insert = `${lineBefore}[hr]\n`
  return { from: end, to: end, insert, selectFrom: end + insert.length, selectTo: end + insert.length }
}

function link(selected: Selected): Edit {
  const { text, start, end } = selected
  const label = text.slice(start, end)
  if (label === '' || isAddress(label)) {
    const open = label === '' ? '[url=https://]' : `[url=${label}]`
    const insert = `${open}[/url]`
    // Selects the place of the address, or of the label if there is an address.
    const at = label === '' ? start + '[url='.length : start + open.length
    const length = label === '' ? 'https://'.length : 0
    return { from: start, to: end, insert, selectFrom: at, selectTo: at + length }
  }
  const open = '[url=https://]'
  const at = start + '[url='.length
  return {
    from: start,
    to: end,
    insert: `${open}${label}[/url]`,
    selectFrom: at,
    selectTo: at + 'https://'.length,
  }
}

/** Returns the edit that a tool of the composer makes to a text with a selection. */
export function editOf(tool: Tool, selected: Selected): Edit {
  const isOfLines = selected.text.slice(selected.start, selected.end).includes('\n')
  switch (tool) {
    case 'bold':
    case 'italic':
    case 'strike':
      return toggle(selected, `[${INLINE[tool]}]`, `[/${INLINE[tool]}]`)
    case 'code':
      return isOfLines ? block(selected, '[code]', '[/code]') : toggle(selected, '[code]', '[/code]')
    case 'spoiler':
      return isOfLines
        ? block(selected, '[spoiler]', '[/spoiler]')
        : toggle(selected, '[spoiler]', '[/spoiler]')
    case 'quote':
      return block(selected, '[quote]', '[/quote]')
    case 'picture':
      return toggle(selected, '[img]', '[/img]')
    case 'link':
      return link(selected)
    case 'list':
      return list(selected)
    case 'ordered':
      return list(selected, 'ol')
    case 'task':
      return list(selected, 'list', '[task] ')
    case 'heading':
      return toggle(selected, '[h2]', '[/h2]')
    case 'subheading':
      return toggle(selected, '[h3]', '[/h3]')
    case 'table':
      return table(selected)
    case 'rule':
      return rule(selected)
    case 'figure':
      return toggle(selected, '[figure]', '[/figure]')
  }
}

/** The @name being typed before the caret, without the @; null if there is none. */
export function mentionAt({ text, start, end }: Selected): { from: number; query: string } | null {
  if (start !== end) return null
  const found = /(?:^|[^A-Za-z0-9_@/.])@([A-Za-z0-9\p{Script=Han}]{0,20})$/u.exec(
    text.slice(Math.max(0, start - 24), start),
  )
  const query = found?.[1]
  return query === undefined ? null : { from: start - query.length - 1, query }
}

/** Replaces the @name before the caret with a username. */
export function completeMention(at: { from: number }, caret: number, username: string): Edit {
  const insert = `@${username} `
  const end = at.from + insert.length
  return { from: at.from, to: caret, insert, selectFrom: end, selectTo: end }
}
