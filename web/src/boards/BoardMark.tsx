import { type Board } from '@forum/shared/contract'
import { firstCharacter } from '@forum/shared/text'
import './board-mark.css'

/** The icon of a board in a frame of its colour; nothing for a board with neither. The colour is never that of a text. */
export function BoardMark({
  board: { icon, color, displayName },
}: {
  board: Pick<Board, 'icon' | 'color' | 'displayName'>
}) {
  if (icon === null && color === null) return null
  return (
    <span className="board-mark" style={color === null ? undefined : { borderColor: color }} aria-hidden>
      {icon !== null && icon.includes('/') ? (
        <img src={icon} alt="" loading="lazy" />
      ) : (
        (icon ?? firstCharacter(displayName))
      )}
    </span>
  )
}
