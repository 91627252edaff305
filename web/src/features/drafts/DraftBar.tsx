import { useTexts } from '../../lib/i18n'
import { type Draft } from './useDraft'

/** Says that text from an earlier visit was restored, and offers to discard it. Shows nothing otherwise. */
export function DraftBar<T extends object>({ draft }: { draft: Draft<T> }) {
  const t = useTexts()
  if (!draft.restored) return null
  return (
    <p className="draft-bar" role="status">
      {t('common.draftRestored')}
      <button type="button" className="draft-bar-discard" onClick={draft.clear}>
        {t('common.discardDraft')}
      </button>
    </p>
  )
}
