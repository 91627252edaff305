import { Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { type LoadScreen } from '../state/area'
import { ErrorBoundary } from './ErrorBoundary'
import { LazyScreen } from './lazy-screen'

/**
 * A part of the frame whose code is loaded when it is shown. If that fails, the page does without it until the reader
 * goes elsewhere.
 */
export function LazyPart({ load }: { load: LoadScreen }) {
  const { key } = useLocation()
  return (
    <ErrorBoundary address={key} fallback={null}>
      <Suspense fallback={null}>
        <LazyScreen load={load} />
      </Suspense>
    </ErrorBoundary>
  )
}
