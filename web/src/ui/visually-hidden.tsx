import { type ReactNode } from 'react'
import './visually-hidden.css'

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>
}

/** The first stop of the Tab key: skips the masthead and navigation. */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      className="skip-link"
      href={`#${to}`}
      onClick={(event) => {
        // Without a hash in the address, which the router would treat as navigation.
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}
