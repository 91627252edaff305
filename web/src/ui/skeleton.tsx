import { type ReactNode } from 'react'
import { commonText } from '../lib/i18n'
import { classNames } from './class-names'
import { VisuallyHidden } from './visually-hidden'
import './skeleton.css'

/** A grey bar in place of a line of text, or with a `height` in place of a box; width and height are CSS lengths. */
export function Bone({
  width = '100%',
  height,
  round = false,
}: {
  width?: string
  height?: string
  round?: boolean
}) {
  return (
    <span
      className={classNames('bone', height === undefined && 'bone-line')}
      style={{ width, height, ...(round ? { borderRadius: '50%' } : {}) }}
    />
  )
}

/**
 * A placeholder for content that is loading, with the same rows and heights, so that nothing jumps. It is announced
 * as loading, and its bars are not read out.
 */
export function Skeleton({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <VisuallyHidden>{commonText('loading')}</VisuallyHidden>
      <div aria-hidden className="skeleton">
        {children}
      </div>
    </div>
  )
}

/** Skeleton lines of text, each of another length. */
export function SkeletonLines({
  count,
  className,
  lineClass,
}: {
  count: number
  /** The class of the box around the lines. */
  className?: string
  lineClass?: string
}) {
  return (
    <Skeleton>
      <div className={className}>
        {rows(count, (index) => (
          <p key={index} className={lineClass}>
            <Bone width={`${50 + ((index * 17) % 40)}%`} />
          </p>
        ))}
      </div>
    </Skeleton>
  )
}

/** Returns `count` copies of a row, each rendered with its index. */
export function rows(count: number, row: (index: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, index) => row(index))
}
