import { useState } from 'react'
import { type ApiError } from '../resource'
import { ErrorState, localTime, sharedClock } from '../ui'
import { boardText } from './board.texts'
import { causeOf } from './load-error'

/** Says why the boards could not be loaded, with the details a maintainer would ask for, and a retry. */
export function BoardsError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const [at] = useState(() => new Date(sharedClock.now()).toISOString())
  return (
    <>
      <ErrorState
        title={boardText('error.title')}
        cause={boardText(`error.${causeOf(error)}`, { message: error.message })}
        onRetry={onRetry}
      />
      <details className="debug-box">
        <summary>{boardText('error.debug')}</summary>
        <dl>
          <dt>{boardText('error.status')}</dt>
          <dd>{error.status === 0 ? boardText('error.notReached') : error.status}</dd>
          <dt>{boardText('error.code')}</dt>
          <dd>{error.code}</dd>
          <dt>{boardText('error.message')}</dt>
          <dd>{error.message}</dd>
          <dt>{boardText('error.address')}</dt>
          <dd>{location.href}</dd>
          <dt>{boardText('error.time')}</dt>
          <dd>{localTime(at)}</dd>
        </dl>
      </details>
    </>
  )
}
