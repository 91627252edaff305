import { type ReactNode } from 'react'
import { classNames } from '../../ui'
import { useKeyboard } from '../composer/use-keyboard'

/** A form that covers the bottom of the window while it is open, above a phone's keyboard. */
export function Docked({
  isOpen,
  label,
  className,
  children,
}: {
  isOpen: boolean
  label: string
  className?: string
  children: ReactNode
}) {
  const keyboard = useKeyboard(isOpen)
  return (
    <section
      className={classNames(className, isOpen && 'reply-docked')}
      data-keyboard={keyboard !== null || undefined}
      style={keyboard ? { bottom: `${keyboard.height}px` } : undefined}
      aria-label={label}
    >
      {children}
    </section>
  )
}
