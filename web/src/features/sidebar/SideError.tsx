import { useTexts } from '../../lib/i18n'
import { type ApiError } from '../../resource'

/** Why a panel is empty, in one line, with another try. */
export function SideError({ error, reload }: { error: ApiError; reload: () => void }) {
  const t = useTexts()
  return (
    <p className="side-note" role="alert">
      {error.message}
      <button type="button" className="side-retry" onClick={reload}>
        {t('common.retry')}
      </button>
    </p>
  )
}
