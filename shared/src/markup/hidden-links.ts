import type { LinkNode, MarkupNode } from './nodes'

/** Returns true if the label of a link is an address, which could still be followed. */
const isAddress = ({ bare, children }: LinkNode): boolean =>
  bare || children.some((child) => child.type === 'text' && /^\s*(https?:|www\.)/i.test(child.text))

/**
 * Returns a tree whose links are text: what a link is called, or `hidden` where that is the address itself. For the
 * posts of banned members, whose links must not work for them any longer.
 */
export function withoutLinks(nodes: readonly MarkupNode[], hidden: string): MarkupNode[] {
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.flatMap(replaced)
    if (typeof value !== 'object' || value === null) return value
    const node = value as MarkupNode
    if (node.type === 'video' || (node.type === 'link' && isAddress(node)))
      return { type: 'text', text: hidden }
    if (node.type === 'link') return replaced(node.children)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, within(part)]))
  }
  /** Lists of lists, such as the cells of a table, keep their shape. */
  const within = (part: unknown): unknown =>
    Array.isArray(part) && part.every(Array.isArray) ? part.map(within) : replaced(part)
  return replaced(nodes) as MarkupNode[]
}
