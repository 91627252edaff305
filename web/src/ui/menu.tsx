import {
  cloneElement,
  type ComponentProps,
  type MouseEvent,
  type MouseEventHandler,
  type ReactElement,
  useState,
} from 'react'
import type { MenuChoicePart, MenuHeadingPart, MenuItemPart, MenuLinkPart, MenuPart } from './menu-parts'
import { useOnDemand } from './on-demand'
import { menuParts } from './parts'

type MenuProps = Omit<ComponentProps<typeof MenuPart>, 'opensBy'> & {
  trigger: ReactElement<{
    onClick?: MouseEventHandler
    'aria-haspopup'?: 'menu'
    'aria-expanded'?: boolean
  }>
}

/**
 * A menu that opens from `trigger`, which must be a button. With `open`, the caller controls it, and
 * `returnFocusTo` receives the focus on closing.
 */
export function Menu(props: MenuProps) {
  const { trigger, open } = props
  const [pressedBy, setPressedBy] = useState<'pointer' | 'keyboard' | null>(null)
  const parts = useOnDemand(menuParts, open ?? pressedBy !== null)
  // The menu's parts replace the button only when it is pressed, because it may have the focus.
  if (parts && open !== undefined) return <parts.MenuPart {...props} />
  if (parts && pressedBy !== null) return <parts.MenuPart {...props} opensBy={pressedBy} />
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: (event: MouseEvent) => {
      trigger.props.onClick?.(event)
      // A click without a count comes from the keyboard.
      setPressedBy(event.detail === 0 ? 'keyboard' : 'pointer')
    },
  })
}

export function MenuItem(props: ComponentProps<typeof MenuItemPart>) {
  const parts = menuParts.use()
  return parts && <parts.MenuItemPart {...props} />
}

export function MenuLink(props: ComponentProps<typeof MenuLinkPart>) {
  const parts = menuParts.use()
  return parts && <parts.MenuLinkPart {...props} />
}

/** A radio item: the chosen one has a tick. */
export function MenuChoice<Value extends string>(props: ComponentProps<typeof MenuChoicePart<Value>>) {
  const parts = menuParts.use()
  return parts && <parts.MenuChoicePart {...props} />
}

export function MenuHeading(props: ComponentProps<typeof MenuHeadingPart>) {
  const parts = menuParts.use()
  return parts && <parts.MenuHeadingPart {...props} />
}

export function MenuLine() {
  const parts = menuParts.use()
  return parts && <parts.MenuLinePart />
}
