import { useTexts } from '../lib/i18n'
import { Button } from './button'
import './load-more.css'

/** The end of a list that loads more: the button, why the last load failed, or that nothing is left. */
export function LoadMore({
  more,
}: {
  /** Null at the end of the list. */
  more: { load: () => void; isLoading: boolean; error: { message: string } | null } | null
}) {
  const t = useTexts()
  if (more === null) return <p className="load-more faint small">{t('common.noMore')}</p>
  return (
    <div className="load-more">
      {more.error && !more.isLoading && <p role="alert">{more.error.message}</p>}
      <Button busy={more.isLoading} onClick={more.load}>
        {more.isLoading ? t('common.loading') : t('common.loadMore')}
      </Button>
    </div>
  )
}
