import { DISPLAY_NAME_MAX } from '../limits'
import { cutCharacters } from '../text'
import { MAX_VALUE, nameOf, tokenize } from './tokens'
import { pair } from './pairs'

/** Matches the beginning of anything that could open or close a quote or code. */
const TAG_START = /\[(?=\/?(?:quote|code))/gi
const FENCE_START = /`(?=``)/g

/**
 * Returns the source of a quote of `content` by `name`, followed by a line break. The result parses to one quote with
 * that name for any input: in the name, " and \ are escaped with \; in the content, a quote or code tag without its
 * partner, which would end or extend the quote, gets a full-width ［, and such a fence a full-width ｀. The quote leads to
 * `postId` if it is given and there is a name.
 */
export function quoteBlock(name: string, content: string, postId: number | null = null): string {
  return `${quoteOpener(name, postId)}${balanced(content)}[/quote]\n`
}

/** Returns the tag that opens a quote. */
export function quoteOpener(name: string, postId: number | null): string {
  const written = escapeName(name)
  const link = postId === null ? '' : ` post=${postId}`
  return written === '' ? '[quote]' : `[quote="${written}"${link}]`
}

function escapeName(name: string): string {
  const shown = cutCharacters(nameOf(name) ?? '', DISPLAY_NAME_MAX)
  let written = ''
  for (const character of shown) {
    const next = character === '"' || character === '\\' ? `\\${character}` : character
    if (written.length + next.length >= MAX_VALUE) break
    written += next
  }
  return written
}

function balanced(content: string): string {
  const meter = { steps: 0 }
  const tokens = tokenize(content.replace(/\r\n?/g, '\n'), meter)
  const partners = pair(tokens, meter)
  let out = ''
  let loose = ''
  const flush = (): void => {
    out += loose.replace(TAG_START, '［').replace(FENCE_START, '｀')
    loose = ''
  }
  for (const [index, token] of tokens.entries()) {
    const isTag = token.kind === 'leaf' || token.kind === 'address' || (partners[index] ?? -1) >= 0
    if (!isTag) {
      loose += token.raw
      continue
    }
    flush()
    out += token.raw
  }
  flush()
  return out
}
