import { type ReactNode } from 'react'
import { useTexts } from '../lib/i18n'
import { Button } from './button'
import './states.css'

/** A list with nothing in it: what that means, and the next step. */
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
  /** It is all there is on the page, and its title the page's own. */
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

/** What could not be shown: what it was, why, and a way to try again. Announced as it appears. */
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
  /** It is all there is on the page, and its title the page's own. */
  isPage?: boolean
  children?: ReactNode
}) {
  const t = useTexts()
  return (
    <div className="state state-error" role="alert">
      {isPage ? <h1 className="state-title">{title}</h1> : <p className="state-title">{title}</p>}
      {cause && <p className="state-text">{cause}</p>}
      {(onRetry ?? children) && (
        <div className="state-next">
          {onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
          {children}
        </div>
      )}
    </div>
  )
}
