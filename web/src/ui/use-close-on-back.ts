import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Lets the Back button close what is open over the page while this is mounted. Adds a history entry of the same
 * address, and takes it away again when it was closed in another way.
 */
export function useCloseOnBack(close: () => void): void {
  const onBack = useEffectEvent(close)
  const removal = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    // React mounts effects twice during development: the entry of the first time is kept.
    if (removal.current === undefined) {
      const own = history.state as object | null
      history.pushState({ ...own, overlay: true }, '')
    }
    clearTimeout(removal.current)
    removal.current = undefined
    const onPop = () => {
      onBack()
    }
    addEventListener('popstate', onPop)
    return () => {
      removeEventListener('popstate', onPop)
      removal.current = setTimeout(() => {
        const now = history.state as { overlay?: boolean } | null
        if (now?.overlay) history.back()
      })
    }
  }, [])
}
