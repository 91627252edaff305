import { threadText } from './thread.texts'
import './stamp.css'

/** The forum's seal beside the title of a featured thread. */
export function Stamp() {
  return <span className="stamp">{threadText('featured')}</span>
}
