import type { CurrentUser } from '@forum/shared/contract'
import type { Actor } from '@forum/shared/policies'
import type { BoardTree } from '../boards'
import type { MemberDoc } from '../members'

type Muted = Pick<MemberDoc, 'boardMutes'>

/** Returns the boards in which a member is muted, sub-boards included, each with its end. */
export function presentBoardMutes(
  { boardMutes = [] }: Muted,
  tree: Pick<BoardTree, 'withDescendants'>,
  now: Date,
): NonNullable<CurrentUser['boardMutes']> {
  return boardMutes
    .filter(({ until }) => until > now)
    .flatMap(({ boardId, until }) =>
      tree.withDescendants(boardId).map((id) => ({ boardId: id, until: until.toISOString() })),
    )
}

/** Returns the part of an actor that says where a member is muted. */
export function mutedIn(
  member: Muted,
  tree: Pick<BoardTree, 'withDescendants'>,
  now: Date,
): Pick<Actor, 'mutedIn'> {
  if (!member.boardMutes?.length) return {}
  return { mutedIn: new Set(presentBoardMutes(member, tree, now).map(({ boardId }) => boardId)) }
}
