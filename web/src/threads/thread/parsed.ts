import { type Attachment } from '@forum/shared/contract'
import { type MarkupNode, parse, partsOf } from '@forum/shared/markup'
import { places } from './selected-source'

/**
 * Maximum number of parsed texts kept: more than a page shows, so that removing the oldest suffices and lru-cache is
 * not needed.
 */
const PARSED_MAX = 50
const kept = new Map<string, MarkupNode[]>()

/** Parses a text once, however many components need it. */
export function parsed(source: string): MarkupNode[] {
  const cached = kept.get(source)
  if (cached) return cached
  const nodes = parse(source, places)
  kept.set(source, nodes)
  if (kept.size > PARSED_MAX)
    for (const oldest of kept.keys()) if (kept.size > PARSED_MAX) kept.delete(oldest)
  return nodes
}

/** Returns the text of nodes without their markup. */
export const wordsOf = (nodes: readonly MarkupNode[]): string =>
  nodes
    .map((node) => {
      if ('text' in node) return node.text
      if (node.type === 'mention') return `@${node.username}`
      return partsOf(node).map(wordsOf).join('')
    })
    .join('')

/** Returns whether a picture in the text is this file, whatever the site's address was then. */
export const isFileAt = (url: string, file: Attachment): boolean => url.endsWith(file.url)

/** Returns the files of a post that its text does not show. */
export function outsideText<File extends Attachment>(source: string, files: readonly File[]): File[] {
  if (files.length === 0) return []
  const shown = picturesIn(parsed(source))
  return files.filter((file) => !shown.some((url) => isFileAt(url, file)))
}

const picturesIn = (nodes: readonly MarkupNode[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'image') return node.url
    return partsOf(node).flatMap(picturesIn)
  })
