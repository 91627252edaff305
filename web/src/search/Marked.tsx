import { useMemo } from 'react'
import { markedParts, withShortLead } from './marked-parts'
import './marked.css'

/** A text with the words that a search found in it. Both are plain text: nothing in them is markup. */
export function Marked({
  text,
  highlights,
  wholeWords = true,
  isSnippet = false,
}: {
  text: string
  highlights: readonly string[]
  /** False for names, which are found by their beginnings. */
  wholeWords?: boolean
  /** True to begin shortly before the first match. */
  isSnippet?: boolean
}) {
  const parts = useMemo(() => {
    const all = markedParts(text, highlights, { wholeWords })
    return isSnippet ? withShortLead(all) : all
  }, [text, highlights, wholeWords, isSnippet])
  return parts.map((part, index) =>
    part.isMatch ? (
      <mark key={index} className="match">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
