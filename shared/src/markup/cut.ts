import { countCharacters, cutCharacters } from '../text'
import { type Token, tokenize } from './tokens'
import { pair } from './pairs'

/** The beginning of an address at the end of a text: what is left of a longer one leads nowhere. */
const CUT_ADDRESS = /(?:https?:\/\/|www\.)\S*$/i

/**
 * Returns at most `max` characters of a source, never part of a tag or an address, and closes the tags that are open
 * there. For texts that come from elsewhere; what members write is refused instead.
 */
export function cutMarkup(source: string, max: number): string {
  if (cutCharacters(source, max).length === source.length) return source
  const tokens = tokenize(source, { steps: 0 })
  const partners = pair(tokens, { steps: 0 })
  const closers: string[] = []
  let kept = ''
  let remaining = max
  for (const [index, token] of tokens.entries()) {
    const isPaired = (partners[index] ?? -1) >= 0
    if (token.kind === 'close' && isPaired) {
      // Its room was set aside when it was opened. Paired tags never overlap.
      kept += token.raw
      closers.pop()
      continue
    }
    const closer = token.kind === 'open' && isPaired ? closerOf(token) : ''
    const length = countCharacters(token.raw) + closer.length
    if (length > remaining) {
      if (token.kind === 'text') kept += cutCharacters(token.raw, remaining).replace(CUT_ADDRESS, '')
      break
    }
    remaining -= length
    kept += token.raw
    if (closer !== '') closers.push(closer)
  }
  return kept.trimEnd() + closers.toReversed().join('')
}

const closerOf = ({ tag }: Token & { kind: 'open' }): string => `[/${tag}]`
