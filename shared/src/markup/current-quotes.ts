import { isBlank } from '../text'
import { outerQuotes } from './nodes'
import { quoteOpener } from './quotes'
import { type Token, tokenize } from './tokens'
import { mentionsIn } from './links'
import { pair } from './pairs'
import { parse } from './tree'

/** The present state of a quoted post, as readers may see it. */
export interface QuotedNow {
  /** The name of its author. */
  name: string
  /** The post is deleted, or belongs to a deleted thread: its words are withheld. */
  isWithheld: boolean
  /** Returns true for the source of a quote whose words stay though the post is withheld; without it, none does. */
  keeps?: (words: string) => boolean
}

/** The post that a reply answers as a whole, and the name of its author. */
export interface AnsweredPost {
  id: number
  name: string
}

/** The present facts on which the display of a source depends. */
export interface CurrentState {
  /** By the ids that quotes name. */
  quoted: ReadonlyMap<number, QuotedNow>
  /** The post that the text answers, which a quote in it may be of without naming it. */
  answers: AnsweredPost | null
  /** Ids that quotes name, of posts that nobody has looked up: their words are withheld. */
  unresolved?: ReadonlySet<number>
  /** The replacements of usernames that are no longer shown, by the username in lower case. */
  renamed: ReadonlyMap<string, string>
}

const NAMES_POST = /" post=([1-9][0-9]{0,14})\]/g

/** Returns all posts that quotes of a source may name, each once, nested ones included, without parsing it. */
export function namedPostIds(source: string): number[] {
  if (!source.includes(' post=')) return []
  return [...new Set(Array.from(source.matchAll(NAMES_POST), ([, id]) => Number(id)))]
}

/** Returns the posts that a source quotes by naming them, in order and each once; those in other quotes do not count. */
export function quotedPostIds(source: string): number[] {
  if (!source.includes(' post=')) return []
  return [...new Set(outerQuotes(parse(source)).flatMap(({ postId }) => postId ?? []))]
}

interface OuterQuote {
  name: string | null
  postId: number | null
}

/**
 * Returns which of the outer quotes is of the answered post without naming it, as clients write that know no ids: the
 * first of `indexesOfAnswer`. -1 if there is none, or another quote names the post.
 */
export function indexOfAnswer(quotes: readonly OuterQuote[], answered: AnsweredPost): number {
  if (quotes.some(({ postId }) => postId === answered.id)) return -1
  return indexesOfAnswer(quotes, answered)[0] ?? -1
}

/**
 * Returns which of the outer quotes are of the answered post without naming it: those with the name of its author or, as
 * that name may have changed, all if they have one name, or none.
 */
function indexesOfAnswer(quotes: readonly OuterQuote[], { name }: AnsweredPost): number[] {
  const byName = quotes.flatMap((quote, at) => (quote.postId === null && quote.name === name ? at : []))
  if (byName.length > 0) return byName
  const [first] = quotes
  const isOneName = quotes.every((quote) => quote.postId === null && quote.name === first?.name)
  return isOneName ? [...quotes.keys()] : []
}

/** Returns true if a source quotes the answered post, with or without naming it. */
export function quotesAnswered(source: string, answered: AnsweredPost): boolean {
  const quotes = outerQuotes(parse(source))
  return quotes.some(({ postId }) => postId === answered.id) || indexOfAnswer(quotes, answered) >= 0
}

/**
 * Returns a source as readers may see it by now: quotes of posts carry the names of their authors, the words of withheld
 * posts are left out (such a quote is empty and names its post), and usernames that are no longer shown are replaced.
 */
export function withCurrentQuotes(
  source: string,
  { quoted, answers, unresolved, renamed }: CurrentState,
): string {
  if (quoted.size === 0 && renamed.size === 0 && !unresolved?.size) return source
  if (!/\[quote/i.test(source)) return withoutNames(source, renamed)
  const { tokens, partners } = paired(source)
  const bound = answersAmong(tokens, partners, answers)
  let out = ''
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) break
    const partner = partners[at] ?? -1
    const isBound = bound.has(at)
    const postId = quotedBy(token, partner) ?? (isBound && answers ? answers.id : null)
    const now = postId === null ? undefined : quoted.get(postId)
    if (!now && postId !== null && unresolved?.has(postId)) {
      out += `${token.raw}[/quote]`
      at = partner
    } else if (!now || token.kind !== 'open') {
      out += token.kind === 'text' ? withoutNames(token.raw, renamed) : token.raw
    } else if (now.isWithheld && now.keeps?.(rawOf(tokens.slice(at + 1, partner))) !== true) {
      out += `${quoteOpener(now.name, postId)}[/quote]`
      at = partner
    } else if (token.value === now.name) out += token.raw
    else out += quoteOpener(now.name, isBound ? null : postId)
  }
  return out
}

/**
 * Returns an edited source with the words of withheld posts that its author was not shown: an empty quote of a post gets
 * the words that the stored source quotes of it.
 */
export function withWithheldWords(
  edited: string,
  stored: string,
  answers: AnsweredPost | null = null,
): string {
  if (!/\]\s*\[\/quote\]/i.test(edited) || namedPostIds(edited).length === 0) return edited
  const words = new Map<number, string[]>()
  const before = paired(stored)
  const bound = answersAmong(before.tokens, before.partners, answers)
  for (const [at, token] of before.tokens.entries()) {
    const partner = before.partners[at] ?? -1
    const postId = quotedBy(token, partner) ?? (bound.has(at) && answers ? answers.id : null)
    const inside = postId === null ? '' : rawOf(before.tokens.slice(at + 1, partner))
    if (postId !== null && !isBlank(inside)) words.set(postId, [...(words.get(postId) ?? []), inside])
  }
  const { tokens, partners } = paired(edited)
  let out = ''
  for (const [at, token] of tokens.entries()) {
    const partner = partners[at] ?? -1
    const postId = quotedBy(token, partner)
    out += token.raw
    if (postId !== null && isBlank(rawOf(tokens.slice(at + 1, partner))))
      out += words.get(postId)?.shift() ?? ''
  }
  return out
}

const rawOf = (tokens: readonly Token[]): string => tokens.map(({ raw }) => raw).join('')

function paired(source: string): { tokens: Token[]; partners: number[] } {
  const meter = { steps: 0 }
  const tokens = tokenize(source.replace(/\r\n?/g, '\n'), meter)
  return { tokens, partners: pair(tokens, meter) }
}

/** Returns the post that a token opens a quote of; null if it does not, or the quote names none. */
const quotedBy = (token: Token, partner: number): number | null =>
  token.kind === 'open' && token.tag === 'quote' && partner >= 0 ? token.postId : null

/** `indexesOfAnswer` among tokens. */
function answersAmong(
  tokens: readonly Token[],
  partners: readonly number[],
  answered: AnsweredPost | null,
): ReadonlySet<number> {
  if (answered === null) return new Set()
  const outer: (OuterQuote & { at: number })[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    const partner = partners[at] ?? -1
    if (token?.kind !== 'open' || token.tag !== 'quote' || partner < 0) continue
    outer.push({ at, name: token.value, postId: token.postId })
    at = partner
  }
  return new Set(indexesOfAnswer(outer, answered).flatMap((index) => outer[index]?.at ?? []))
}

/** Returns a source without its quotes. */
export function withoutQuotes(source: string): string {
  if (!/\[quote/i.test(source)) return source
  const { tokens, partners } = paired(source)
  let out = ''
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    const partner = partners[at] ?? -1
    if (token?.kind === 'open' && token.tag === 'quote' && partner >= 0) at = partner
    else out += token?.raw ?? ''
  }
  // The parts may make a quote that the whole had not.
  return out === source ? out.trim() : withoutQuotes(out.trim())
}

/** Returns a text with usernames that are no longer shown replaced. */
export function withoutNames(text: string, renamed: ReadonlyMap<string, string>): string {
  if (renamed.size === 0 || !text.includes('@')) return text
  let out = ''
  let done = 0
  for (const { start, end, username } of mentionsIn(text)) {
    const name = renamed.get(username.toLowerCase())
    if (name === undefined) continue
    out += `${text.slice(done, start)}@${name}`
    done = end
  }
  return out + text.slice(done)
}
