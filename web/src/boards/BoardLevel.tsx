import { type BoardLevel as Level } from '@forum/shared/access'
import { type Board } from '@forum/shared/contract'
import { forum } from '../store'
import { Button, Menu, MenuChoice, toast } from '../ui'
import { Bell, BellRing, ChevronDown, EyeOff } from '../ui/icons'
import { setBoardLevel } from './boards.actions'
import { levelText } from './level.texts'
import './board-level.css'

const ICONS = { follow: <BellRing aria-hidden />, normal: <Bell aria-hidden />, hide: <EyeOff aria-hidden /> }
const LEVELS = Object.keys(ICONS) as Level[]

/** The member's level for a board: the button shows it, and the menu explains each choice. */
export function BoardLevel({ board, level }: { board: Board; level: Level }) {
  const choose = async (to: Level, isUndo = false) => {
    const result = await setBoardLevel(forum, board.id, to)
    if (!result.ok) toast.error(result.error.message)
    else if (!isUndo)
      toast.success(levelText(`now.${to}`, { board: board.displayName }), {
        action: { label: levelText('undo'), onClick: () => void choose(level, true) },
      })
  }
  return (
    <Menu
      trigger={
        <Button
          size="small"
          icon={ICONS[level]}
          aria-label={levelText('label', { level: levelText(`is.${level}`) })}
        >
          {levelText(`is.${level}`)}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuChoice
        value={level}
        onChange={(to) => {
          if (to !== level) void choose(to)
        }}
        options={LEVELS.map((value) => ({
          value,
          icon: ICONS[value],
          label: (
            <span className="board-level">
              {levelText(`to.${value}`)}
              <small className="faint">{levelText(`means.${value}`)}</small>
            </span>
          ),
        }))}
      />
    </Menu>
  )
}
