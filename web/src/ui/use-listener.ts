import { useEffect, useEffectEvent } from 'react'

type Events = DocumentEventMap & WindowEventMap

/** Calls the latest `listener` for every such event, for as long as the component is mounted and `isOn`. */
export function useListener<Name extends keyof Events>(
  target: Document | Window,
  name: Name,
  listener: (event: Events[Name]) => void,
  isOn = true,
): void {
  const latest = useEffectEvent(listener)
  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: Event) => {
      latest(event as Events[Name])
    }
    target.addEventListener(name, listen)
    return () => {
      target.removeEventListener(name, listen)
    }
  }, [target, name, isOn])
}
