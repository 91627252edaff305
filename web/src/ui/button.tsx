import { type ButtonHTMLAttributes, type ReactNode, type Ref } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from './class-names'
import './button.css'

/** `go` is the main action of a screen; `quiet` is plain text; `danger` deletes or revokes. */
export type ButtonTone = 'plain' | 'go' | 'quiet' | 'danger'

interface Looks {
  tone?: ButtonTone | undefined
  size?: 'small' | 'medium' | undefined
  icon?: ReactNode
  wide?: boolean | undefined
}

const looks = ({ tone = 'plain', size = 'medium', wide }: Looks, className?: string) =>
  classNames('button', `button-${tone}`, size === 'small' && 'button-small', wide && 'button-wide', className)

/** A button. With `busy` it keeps its width, is announced as busy and ignores further presses. */
export function Button({
  tone,
  size,
  icon,
  wide,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Looks & { busy?: boolean; ref?: Ref<HTMLButtonElement> }) {
  return (
    <button
      {...rest}
      type={type}
      className={looks({ tone, size, wide }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  tone,
  size,
  icon,
  wide,
  className,
  children,
  ...rest
}: Omit<LinkProps, 'className'> & Looks & { className?: string }) {
  return (
    <Link {...rest} className={looks({ tone, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  )
}

/** A button that shows an icon alone; `label` is its name and its tooltip. */
export function IconButton({
  label,
  className,
  children,
  type = 'button',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> & {
  label: string
  ref?: Ref<HTMLButtonElement>
}) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames('icon-button', className)}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  )
}
