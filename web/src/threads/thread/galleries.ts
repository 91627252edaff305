import { type MarkupNode } from '@forum/shared/markup'

/** Minimum number of consecutive pictures that are shown side by side. */
const GALLERY_FROM = 3

const isGap = (node: MarkupNode) => node.type === 'break' || (node.type === 'text' && node.text.trim() === '')

/** Pictures shown side by side. */
interface Gallery {
  type: 'gallery'
  pictures: readonly MarkupNode[]
}

/** Returns the nodes, with each run of pictures separated only by line breaks as a gallery, if it is long enough. */
export function withGalleries(nodes: readonly MarkupNode[]): readonly (MarkupNode | Gallery)[] {
  if (nodes.filter(({ type }) => type === 'image').length < GALLERY_FROM) return nodes
  const shown: (MarkupNode | Gallery)[] = []
  let run: MarkupNode[] = []
  const endRun = () => {
    let last = run.length
    while (last > 0 && run[last - 1]?.type !== 'image') last -= 1
    const pictures = run.slice(0, last).filter(({ type }) => type === 'image')
    if (pictures.length >= GALLERY_FROM) shown.push({ type: 'gallery', pictures }, ...run.slice(last))
    else shown.push(...run)
    run = []
  }
  for (const node of nodes) {
    if (node.type === 'image' || (run.length > 0 && isGap(node))) run.push(node)
    else {
      endRun()
      shown.push(node)
    }
  }
  endRun()
  return shown
}
