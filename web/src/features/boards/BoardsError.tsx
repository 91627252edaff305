import { useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { type ApiError } from '../../resource'
import { ErrorState, localTime, sharedClock } from '../../ui'
import { causeOf } from './load-error'

/** Says why the boards could not be loaded, with the details a maintainer would ask for, and a retry. */
export function BoardsError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useTexts()
  const [at] = useState(() => new Date(sharedClock.now()).toISOString())
  return (
    <>
      <ErrorState
        title={t('board.error.title')}
        cause={t(`board.error.${causeOf(error)}`, { message: error.message })}
        onRetry={onRetry}
      />
      <details className="debug-box">
        <summary>{t('board.error.debug')}</summary>
        <dl>
          <dt>{t('board.error.status')}</dt>
          <dd>{error.status === 0 ? t('board.error.notReached') : error.status}</dd>
          <dt>{t('board.error.code')}</dt>
          <dd>{error.code}</dd>
          <dt>{t('board.error.message')}</dt>
          <dd>{error.message}</dd>
          <dt>{t('board.error.address')}</dt>
          <dd>{location.href}</dd>
          <dt>{t('board.error.time')}</dt>
          <dd>{localTime(at)}</dd>
        </dl>
      </details>
    </>
  )
}
