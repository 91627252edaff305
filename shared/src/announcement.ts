/** A piece of an announcement: text, or the text of a link. */
export interface Piece {
  text: string
  /** A path of this site or an http address; null for plain text. */
  to: string | null
}

const LINK = /\[url=(\/[^\]\s]*|https?:\/\/[^\]\s]+)\]([^[]+)\[\/url\]/g

/** Splits an announcement at its links, `[url=/boards/3]意见反馈[/url]`. The full markup parser would make the first load larger. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const [whole, to = '', label = ''] = match
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), to: null })
    // `//host` is another site, not a path.
    pieces.push(to.startsWith('//') ? { text: whole, to: null } : { text: label, to })
    from = match.index + whole.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), to: null })
  return pieces
}
