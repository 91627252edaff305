import { type ReactNode } from 'react'
import { ErrorState } from '../ui'
import { type Loaded } from './use-list'

/** Renders what was loaded; until then its skeleton, or why it could not be loaded, with a button to try again. */
export function WhenLoaded<T>({
  loaded,
  skeleton,
  failed,
  elsewhere,
  children,
}: {
  loaded: Loaded<T>
  skeleton: ReactNode
  /** What could not be loaded. */
  failed: string
  /** Where else the reader may go after a failure. */
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
