import { type ReactNode } from 'react'
import { useTexts } from '../lib/i18n'
import { VisuallyHidden } from './visually-hidden'
import './skeleton.css'

/** One grey bar; width and height are CSS lengths. */
export function Bone({
  width = '100%',
  height = '1em',
  round = false,
}: {
  width?: string
  height?: string
  round?: boolean
}) {
  return <span className="bone" style={{ width, height, ...(round ? { borderRadius: '50%' } : {}) }} />
}

/**
 * The shape of something that is on its way: same rows, same heights, so that nothing jumps. It is announced
 * as loading, and its bars are not read out.
 */
export function Skeleton({ children }: { children: ReactNode }) {
  const t = useTexts()
  return (
    <div role="status">
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      <div aria-hidden className="skeleton">
        {children}
      </div>
    </div>
  )
}

/** `count` of the same row, each told its place. */
export function rows(count: number, row: (index: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, index) => row(index))
}
