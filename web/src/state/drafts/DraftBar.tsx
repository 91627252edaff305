import { EXCERPT_LENGTH } from '@forum/shared/limits'
import { excerpt } from '@forum/shared/markup'
import { draftsText } from './drafts.texts'
import { firstWords } from './texts-of-draft'
import { type Draft } from './use-draft'
import './drafts.css'

/**
 * Says that text from an earlier visit was restored, and offers to discard it. If another tab has written a different
 * text for the same form, shows the beginning of that text: the writer chooses, and both are kept until then. Renders
 * nothing otherwise.
 */
export function DraftBar<T extends object>({ draft }: { draft: Draft<T> }) {
  return (
    <>
      {draft.restored && (
        <p className="draft-bar" role="status">
          {draftsText('restored')}
          <button type="button" className="draft-bar-discard" onClick={draft.clear}>
            {draftsText('discard')}
          </button>
        </p>
      )}
      {draft.other && (
        <p className="draft-bar draft-bar-other" role="status">
          <span className="one-line">
            {draftsText('other', { text: excerpt(firstWords(draft.other), EXCERPT_LENGTH) })}
          </span>
          <button type="button" onClick={draft.swap}>
            {draftsText('swap')}
          </button>
          <button type="button" onClick={draft.discardOther}>
            {draftsText('discardOther')}
          </button>
        </p>
      )}
    </>
  )
}
