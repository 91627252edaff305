import { type ReactNode } from 'react'
import { commonText } from '../lib/i18n'
import { Button } from './button'
import './states.css'

/** Shown for an empty list: its meaning, and the next step. */
export function EmptyState({
  icon,
  title,
  text,
  isPage = false,
  children,
}: {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** True to fill the page, with its title as the page's heading. */
  isPage?: boolean
  /** The next step: a button or a link. */
  children?: ReactNode
}) {
  return (
    <div className="state">
      {icon && <span className="state-icon">{icon}</span>}
      {isPage ? <h1 className="state-title">{title}</h1> : <p className="state-title">{title}</p>}
      {text && <p className="state-text">{text}</p>}
      {children && <div className="state-next">{children}</div>}
    </div>
  )
}

/** Shown after a failed load: a title, the error, and a retry button. Announced when it appears. */
export function ErrorState({
  title,
  cause,
  onRetry,
  isPage = false,
  children,
}: {
  title: string
  cause?: ReactNode
  onRetry?: (() => void) | undefined
  /** True to fill the page, with its title as the page's heading. */
  isPage?: boolean
  children?: ReactNode
}) {
  return (
    <div className="state state-error" role="alert">
      {isPage ? <h1 className="state-title">{title}</h1> : <p className="state-title">{title}</p>}
      {cause && <p className="state-text">{cause}</p>}
      {(onRetry ?? children) && (
        <div className="state-next">
          {onRetry && <Button onClick={onRetry}>{commonText('retry')}</Button>}
          {children}
        </div>
      )}
    </div>
  )
}
