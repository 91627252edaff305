/** A section of a page: a heading on a line of its own, and the text below it. */
export interface PageSection {
  /** Null for the text before the first heading. */
  heading: string | null
  /** In markup. */
  content: string
}

const HEADING = /^\[b\]([^[\]\n]+)\[\/b\]$/

/** Divides the text of a page at its lines in bold, which are its headings. */
export function sectionsOf(content: string): PageSection[] {
  const sections: { heading: string | null; lines: string[] }[] = [{ heading: null, lines: [] }]
  for (const line of content.split('\n')) {
    const heading = HEADING.exec(line.trim())?.[1]
    if (heading === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ heading, lines: [] })
  }
  return sections
    .map(({ heading, lines }) => ({ heading, content: lines.join('\n').trim() }))
    .filter((section) => section.heading !== null || section.content !== '')
}
