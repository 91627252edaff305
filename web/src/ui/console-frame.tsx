import { type ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { ButtonLink } from './button'
import { Lock } from './icons'
import { EmptyState } from './states'
import './console-frame.css'
import './tabs.css'

/** The frame of the tools of staff: a tab for each that the reader may use, and the screen of one of them. */
export function ConsoleFrame({
  className,
  title,
  tabs,
  refusal,
  children,
}: {
  className: string
  /** Names the tabs. */
  title: string
  tabs: readonly { to: string; label: ReactNode }[]
  /** Why the reader may not be here; null for those who may. */
  refusal: { title: string; text: string } | null
  /** Beside the tabs. */
  children?: ReactNode
}) {
  const { pathname } = useLocation()
  if (refusal)
    return (
      <EmptyState isPage icon={<Lock aria-hidden />} {...refusal}>
        <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
      </EmptyState>
    )
  return (
    <div className={className}>
      <div className="console-bar">
        <nav className="console-tabs" aria-label={title}>
          {tabs.map(({ to, label }) => (
            <Link key={to} to={to} className="tab" aria-current={pathname === to ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        {children}
      </div>
      <Outlet />
    </div>
  )
}
