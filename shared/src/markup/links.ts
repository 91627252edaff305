import { addressAt, isAsciiLetterOrDigit } from './addresses'
import { type Meter } from './meter'
import { type LinkNode, type MarkupNode, type MentionNode } from './nodes'

interface FoundLink {
  start: number
  end: number
  node: LinkNode | MentionNode
}

/** Finds the addresses and mentions of a line. */
export function* linksIn(line: string, meter: Meter): Generator<FoundLink> {
  const starts = /https?:\/\/|www\.|@/gi
  for (let found = starts.exec(line); found !== null; found = starts.exec(line)) {
    const start = found.index
    if (found[0] === '@') {
      const username = usernameAt(line, start)
      if (username === null) continue
      starts.lastIndex = start + 1 + username.length
      yield { start, end: starts.lastIndex, node: { type: 'mention', username } }
    } else {
      const address = addressAt(line, start, meter)
      if (address === null) continue
      starts.lastIndex = address.end
      const shown = line.slice(start, address.end)
      const node = { type: 'link' as const, url: address.url, bare: true, children: [textOf(shown)] }
      yield { start, end: address.end, node }
    }
  }
}

const textOf = (text: string): MarkupNode => ({ type: 'text', text })

/** Finds the mentions of a text without tags, with their positions. */
export function* mentionsIn(text: string): Generator<{ start: number; end: number; username: string }> {
  const meter = { steps: 0 }
  let from = 0
  for (const line of text.split('\n')) {
    for (const { start, end, node } of linksIn(line, meter)) {
      if (node.type === 'mention') yield { start: from + start, end: from + end, username: node.username }
    }
    from += line.length + 1
  }
}

const USERNAME = /[A-Za-z0-9]{3,20}(?![A-Za-z0-9_]|[.@][A-Za-z0-9])/y

/** Returns the name after the @ at `at` if it is a mention, and not part of a mail address, a path or a host. */
function usernameAt(text: string, at: number): string | null {
  const before = at > 0 ? text.charAt(at - 1) : ''
  if (before !== '' && ('@./_-+%'.includes(before) || isAsciiLetterOrDigit(before.charCodeAt(0)))) return null
  USERNAME.lastIndex = at + 1
  return USERNAME.exec(text)?.[0] ?? null
}
