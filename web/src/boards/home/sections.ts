import { type Board, type Category } from '@forum/shared/contract'

const SITE_AFFAIRS = 'site'

/** One section of the home page. */
export interface HomeSection {
  key: string
  title: string
  /** The parent board of a section that is one; otherwise null. */
  boardId: number | null
  /** The slug of `/category/{slug}`, the target of the 更多 link. */
  slug: string
  boards: Board[]
}

/**
 * Groups boards as the home page shows them: a parent board with its children is a section; boards without children are
 * gathered under their category's name, at the position of the first of them. Site affairs come last, since they change
 * least. `boards` is flat, in display order. A board of an unknown category is shown under its own name.
 */
export function homeSections(boards: readonly Board[], categories: readonly Category[]): HomeSection[] {
  const sections = new Map<string, HomeSection>()
  for (const board of boards) {
    if (board.parentId !== null) continue
    const category = categories.find(({ key, slug }) => [key, slug].includes(board.category))
    const slug = category?.slug ?? board.category
    const children = boards.filter((child) => child.parentId === board.id)
    if (children.length > 0) {
      sections.set(`board:${board.id}`, {
        key: `board:${board.id}`,
        title: board.displayName,
        boardId: board.id,
        slug,
        boards: children,
      })
      continue
    }
    const key = `category:${slug}`
    const section = sections.get(key)
    if (section) section.boards.push(board)
    else
      sections.set(key, {
        key,
        title: category?.displayName ?? board.displayName,
        boardId: null,
        slug,
        boards: [board],
      })
  }
  return [...sections.values()].sort(
    (a, b) => Number(a.slug === SITE_AFFAIRS) - Number(b.slug === SITE_AFFAIRS),
  )
}
