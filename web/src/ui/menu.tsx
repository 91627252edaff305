import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from './class-names'
import { Check } from './icons'
import './menu.css'

/**
 * A menu that opens from `trigger`, which must be a button. With `open`, the caller controls it, and
 * `returnFocusTo` receives the focus on closing.
 */
export function Menu({
  trigger,
  align = 'end',
  open,
  onOpenChange,
  returnFocusTo,
  children,
}: {
  trigger: ReactNode
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  returnFocusTo?: HTMLElement | null
  children: ReactNode
}) {
  return (
    // Not modal: the page behind goes on scrolling and keeps its width.
    <DropdownMenu.Root
      modal={false}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (!returnFocusTo) return
            event.preventDefault()
            returnFocusTo.focus({ preventScroll: true })
          }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function MenuItem({
  icon,
  danger = false,
  disabled = false,
  onSelect,
  children,
}: {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <DropdownMenu.Item
      className={classNames('menu-item', danger && 'menu-danger')}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  )
}

export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item className="menu-item" asChild>
      <Link to={to}>
        {icon}
        {children}
      </Link>
    </DropdownMenu.Item>
  )
}

/** One of several: the chosen one has a tick. */
export function MenuChoice<Value extends string>({
  value,
  options,
  onChange,
}: {
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  onChange: (value: Value) => void
}) {
  return (
    <DropdownMenu.RadioGroup
      value={value}
      onValueChange={(chosen) => {
        const option = options.find((o) => o.value === chosen)
        if (option) onChange(option.value)
      }}
    >
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value} className="menu-item">
          {option.icon}
          {option.label}
          <DropdownMenu.ItemIndicator className="menu-tick">
            <Check aria-hidden />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="menu-heading">{children}</DropdownMenu.Label>
}

export function MenuLine() {
  return <DropdownMenu.Separator className="menu-line" />
}
