import { Link } from 'react-router-dom'
import { type MovedGroup } from './moved-groups'
import { movesText } from './moves.texts'
import './moves.css'

/** Says that replies were here, and links to their new place. */
export function MovedLine({ group }: { group: MovedGroup | undefined }) {
  if (!group) return null
  return (
    <p className="moved-line">
      <span>{movesText('movedLine', { count: group.count })}</span>
      <Link to={`/posts/${group.postId}`}>{movesText('seeThem')}</Link>
    </p>
  )
}
