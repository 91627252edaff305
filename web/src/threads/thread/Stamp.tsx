import { threadText } from './thread.texts'
import './stamp.css'

/** The seal of the forum beside the title of one of its best threads. */
export function Stamp() {
  return <span className="stamp">{threadText('featured')}</span>
}
