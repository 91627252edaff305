import { type Board } from '@forum/shared/contract'
import { Link } from 'react-router-dom'
import { ALL_THREADS, type BoardMarks } from './board-marks'
import { boardScreenText } from './board-screen.texts'
import './board-filter.css'

/** Narrowing a list does not count as opening another page. */
const KEEPS_SCROLL = { keepsScroll: true }

/** The types of a board, and for questions whether they are solved; one is chosen at a time, and the address says which. */
export function BoardFilter({
  board,
  marks,
  hasQuestions,
  hrefFor,
}: {
  board: Board
  marks: BoardMarks
  /** True if the list shows a question. */
  hasQuestions: boolean
  hrefFor: (marks: BoardMarks) => string
}) {
  const showsQuestions = board.isQuestions || hasQuestions || marks.solved !== null
  if (board.types.length === 0 && !showsQuestions) return null
  const chip = (label: string, to: BoardMarks, color: string | null = null) => (
    <li key={hrefFor(to)}>
      <Link
        to={hrefFor(to)}
        replace
        state={KEEPS_SCROLL}
        className="board-chip"
        aria-current={to.type === marks.type && to.solved === marks.solved ? 'true' : undefined}
        style={color === null ? undefined : { borderColor: color }}
      >
        {label}
      </Link>
    </li>
  )
  return (
    <nav aria-label={boardScreenText('filter')}>
      <ul className="board-filter">
        {chip(boardScreenText('allTypes'), ALL_THREADS)}
        {board.types.map(({ key, name, color }) => chip(name, { type: key, solved: null }, color))}
        {showsQuestions && chip(boardScreenText('open'), { type: null, solved: false })}
        {showsQuestions && chip(boardScreenText('solved'), { type: null, solved: true })}
      </ul>
    </nav>
  )
}
