import { useTranslation } from 'react-i18next'
import { type ApiError } from '../../lib/api'

/** Why a panel is empty, in one line, with another try. */
export function SideError({ error, reload }: { error: ApiError; reload: () => void }) {
  const { t } = useTranslation()
  return (
    <p className="side-note" role="alert">
      {error.message}
      <button type="button" className="side-retry" onClick={reload}>
        {t('common.retry')}
      </button>
    </p>
  )
}
