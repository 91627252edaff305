import { type MarkupNode, partsOf, type Place, type Range as SourceRange } from '@forum/shared/markup'

/** The places in the source of the nodes of parsed texts. */
export const places = new WeakMap<MarkupNode, readonly Place[]>()

/** The nodes whose texts are directly in an element, or the single node that it shows. */
const shown = new WeakMap<Element, readonly MarkupNode[]>()

/** Returns a ref that remembers which nodes an element shows, so that a selection in it can be found in the source. */
export const shows = (nodes: readonly MarkupNode[]) => (element: Element | null) => {
  if (element) shown.set(element, nodes)
}

const isText = (node: MarkupNode) => node.type === 'text' || node.type === 'code'

/** Returns the node shown by a part of the document: each text in an element has its own, in order. */
function nodeOf(part: Node): MarkupNode | undefined {
  if (part instanceof Element) {
    const [node] = shown.get(part) ?? []
    return node && !isText(node) && node.type !== 'break' && places.has(node) ? node : undefined
  }
  const nodes = part.parentElement && shown.get(part.parentElement)
  if (!nodes) return undefined
  const texts = [...(part.parentElement?.childNodes ?? [])].filter((one) => one.nodeType === Node.TEXT_NODE)
  const [node] = nodes
  const textNodes =
    node?.type === 'code' && nodes.length === 1 ? nodes : nodes.filter(({ type }) => type === 'text')
  const found = textNodes[texts.indexOf(part as ChildNode)]
  return found && places.has(found) ? found : undefined
}

/** Returns the range of the source between two offsets in the text of a node; without them, all of it. */
function sourceOf(node: MarkupNode, start = 0, end = Infinity): SourceRange | null {
  const parts = (places.get(node) ?? []).filter(({ at, length }) => at < end && at + length > start)
  const [first] = parts
  const last = parts.at(-1)
  if (!first || !last || start >= end) return null
  return {
    from: first.from + Math.max(0, start - first.at),
    to: last.from + Math.min(last.length, end - last.at),
  }
}

/**
 * Returns the selected range of a node's source within a part of the document. The text may have been converted to
 * another script.
 */
function selectedOf(part: Node, node: MarkupNode, selected: Range): SourceRange | null {
  if (!selected.intersectsNode(part)) return null
  const text = isText(node) && 'text' in node ? node.text : ''
  if (part.textContent?.length !== text.length) return sourceOf(node)
  const start = selected.startContainer === part ? selected.startOffset : 0
  const end = selected.endContainer === part ? selected.endOffset : text.length
  return sourceOf(node, start, end)
}

/**
 * Returns the range of the source that is selected in a rendered text; null for none. Only elements with source count,
 * not the buttons and names that the page adds. The range extends from the first to the last word with the tags around
 * them.
 *
 * @param nodes the tree of the whole text, which may be rendered in part
 */
export function selectedSource(
  rendered: Element,
  selected: Range,
  nodes: readonly MarkupNode[],
): SourceRange | null {
  let from = Infinity
  let to = 0
  const walker = document.createTreeWalker(rendered, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let part = walker.nextNode(); part; part = walker.nextNode()) {
    const node = nodeOf(part)
    const found = node && selectedOf(part, node, selected)
    if (!found) continue
    from = Math.min(from, found.from)
    to = Math.max(to, found.to)
  }
  if (from >= to) return null
  const { from: first, to: last } = extentOf(nodes)
  return { from: from <= first ? 0 : from, to: to >= last ? Infinity : to }
}

/** Nodes that show something other than words. */
const PICTURED: ReadonlySet<MarkupNode['type']> = new Set(['break', 'image', 'video', 'rule', 'task'])

/** Returns the range from the first word of a tree to its last one. */
function extentOf(nodes: readonly MarkupNode[]): SourceRange {
  let from = Infinity
  let to = 0
  const read = (all: readonly MarkupNode[]) => {
    for (const node of all) {
      const isShown = !PICTURED.has(node.type)
      const place = isShown ? sourceOf(node) : null
      if (place) {
        from = Math.min(from, place.from)
        to = Math.max(to, place.to)
      } else partsOf(node).forEach(read)
    }
  }
  read(nodes)
  return { from, to }
}
