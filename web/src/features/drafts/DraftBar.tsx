import { draftsText } from './drafts.texts'
import { type Draft } from './use-draft'
import './drafts.css'

/** Says that text from an earlier visit was restored, and offers to discard it. Shows nothing otherwise. */
export function DraftBar<T extends object>({ draft }: { draft: Draft<T> }) {
  if (!draft.restored) return null
  return (
    <p className="draft-bar" role="status">
      {draftsText('restored')}
      <button type="button" className="draft-bar-discard" onClick={draft.clear}>
        {draftsText('discard')}
      </button>
    </p>
  )
}
