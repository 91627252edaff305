import { commonText } from '../../lib/i18n'
import { type ApiError } from '../../resource'

/** Says in one line why a panel failed to load, with a retry button. */
export function SideError({ error, reload }: { error: ApiError; reload: () => void }) {
  return (
    <p className="side-note" role="alert">
      {error.message}
      <button type="button" className="side-retry" onClick={reload}>
        {commonText('retry')}
      </button>
    </p>
  )
}
