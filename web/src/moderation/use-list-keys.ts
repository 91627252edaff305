import { useShortcuts } from '../ui'

/** Keys with a meaning of their own on a focused control, where the list ignores them. */
const OF_CONTROLS = new Set([' ', 'Enter', 'ArrowLeft', 'ArrowRight'])

const isOnList = ({ target }: KeyboardEvent) =>
  target instanceof Element && (target.matches('body, main') || target.closest('.feed-what') !== null)

/** Calls the handler of a key of the monitor, before the shortcuts of the whole page. */
export function useListKeys(keys: Readonly<Record<string, () => void>>): void {
  useShortcuts(
    Object.fromEntries(
      Object.entries(keys).map(([key, run]) => [
        key,
        (event: KeyboardEvent) => {
          if (OF_CONTROLS.has(key) && !isOnList(event)) return
          event.preventDefault()
          run()
        },
      ]),
    ),
    true,
  )
}
