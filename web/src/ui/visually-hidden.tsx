import { type ReactNode } from 'react'
import './visually-hidden.css'

/** Read out, never seen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>
}

/** The first stop of the Tab key: past masthead and navigation to the content. */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      className="skip-link"
      href={`#${to}`}
      onClick={(event) => {
        // Not through the address: the router would take it for a new place.
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}
