import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from './class-names'
import { useCloseOnBack } from './use-close-on-back'
import { Check } from './icons'
import './menu.css'

/** The content of `Menu` (menu.tsx). With `opensBy` it opens at once, for a press before it had loaded. */
export function MenuPart({
  trigger,
  align = 'end',
  open,
  onOpenChange,
  returnFocusTo,
  opensBy,
  children,
}: {
  trigger: ReactNode
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  returnFocusTo?: HTMLElement | null
  opensBy?: 'pointer' | 'keyboard'
  children: ReactNode
}) {
  const [isOpenAlone, setOpenAlone] = useState(opensBy !== undefined)
  const isOpen = open ?? isOpenAlone
  const change = (next: boolean) => {
    setOpenAlone(next)
    onOpenChange?.(next)
  }
  useCloseOnBack(isOpen, () => {
    change(false)
  })
  return (
    // Not modal: the page behind keeps scrolling and keeps its width.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={change}>
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
          <FocusFirstItem enabled={opensBy === 'keyboard'} />
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** The library focuses the first item only if it has seen the key that opened the menu. */
function FocusFirstItem({ enabled }: { enabled: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (enabled) place.current?.parentElement?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
  }, [enabled])
  return <span ref={place} hidden />
}

export function MenuItemPart({
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

export function MenuLinkPart({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item className="menu-item" asChild>
      <Link to={to}>
        {icon}
        {children}
      </Link>
    </DropdownMenu.Item>
  )
}

export function MenuChoicePart<Value extends string>({
  value,
  options,
  onChange,
}: {
  value: Value
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
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

export function MenuHeadingPart({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="menu-heading">{children}</DropdownMenu.Label>
}

export function MenuLinePart() {
  return <DropdownMenu.Separator className="menu-line" />
}
