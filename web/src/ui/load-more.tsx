import { commonText } from '../lib/i18n'
import { Button } from './button'
import { uiText } from './ui.texts'
import './load-more.css'

/** The end of a list that loads more: the button, the error of the last load, or the note that nothing is left. */
export function LoadMore({
  more,
}: {
  /** Null at the end of the list. */
  more: { load: () => void; isLoading: boolean; error: { message: string } | null } | null
}) {
  if (more === null) return <p className="load-more faint small">{uiText('noMore')}</p>
  return (
    <div className="load-more">
      {more.error && !more.isLoading && <p role="alert">{more.error.message}</p>}
      <Button busy={more.isLoading} onClick={more.load}>
        {more.isLoading ? commonText('loading') : commonText('loadMore')}
      </Button>
    </div>
  )
}
