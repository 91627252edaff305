import { type ReactNode } from 'react'
import { ErrorState } from '../ui'
import { type Loaded } from './use-list'

/** Renders loaded data; until then its skeleton, or the error with a button to try again. */
export function WhenLoaded<T>({
  loaded,
  skeleton,
  failed,
  elsewhere,
  children,
}: {
  loaded: Loaded<T>
  skeleton: ReactNode
  /** The text that says what could not be loaded. */
  failed: string
  /** Links to other places after a failure. */
  elsewhere?: ReactNode
  children: (data: T) => ReactNode
}): ReactNode {
  switch (loaded.status) {
    case 'loading':
      return skeleton
    case 'error':
      return (
        <ErrorState title={failed} cause={loaded.error.message} onRetry={loaded.reload}>
          {elsewhere}
        </ErrorState>
      )
    case 'ready':
      return children(loaded.data)
  }
}
