import { lazy, Suspense } from 'react'
import { Bone } from '../../ui'
import './thread-actions.css'

/** Loaded when a difference is first shown, with the library that computes it. */
const DiffParts = lazy(() => import('./DiffParts'))

/** The difference between two texts, word by word. With `isWhole` the text is shown unchanged. */
export function TextDiff(props: { before: string; after: string; isWhole?: boolean }) {
  return (
    <div className="text-diff">
      <Suspense fallback={<Bone width="60%" />}>
        <DiffParts {...props} />
      </Suspense>
    </div>
  )
}
