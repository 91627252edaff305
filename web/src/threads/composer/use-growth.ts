import { type RefObject, useLayoutEffect } from 'react'

/** Length from which a text is higher than any field: the field then has its maximum height (composer.css). */
const LONG_TEXT = 8_000

/** Returns true for a text whose field has its maximum height without being measured. */
export const isLongText = (text: string): boolean => text.length > LONG_TEXT

/** Returns whether the engine keeps a field as high as its text (composer.css). */
const growsAlone = () => CSS.supports('field-sizing', 'content')

/**
 * Keeps a field as high as its text where the engine cannot: in Safari before 26.2 and in Firefox. Its style bounds the
 * height. `isHidden` is true while something else is shown in its place.
 */
export function useGrowth(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  isHidden: boolean,
): void {
  useLayoutEffect(() => {
    if (field.current && !growsAlone()) fit(field.current)
  }, [field, text, isHidden])
  useLayoutEffect(() => {
    const area = field.current
    if (!area || growsAlone()) return undefined
    let width = area.clientWidth
    const watcher = new ResizeObserver(() => {
      // The field's height changes too, which must not measure it again.
      if (area.clientWidth === width) return
      width = area.clientWidth
      fit(area)
    })
    watcher.observe(area)
    return () => {
      watcher.disconnect()
    }
  }, [field, isHidden])
}

function fit(area: HTMLTextAreaElement): void {
  if (isLongText(area.value)) {
    area.style.height = ''
    return
  }
  const [inside, outside] = [area.scrollTop, scrollY]
  area.style.height = 'auto'
  const borders = area.offsetHeight - area.clientHeight
  area.style.height = `${area.scrollHeight + borders}px`
  // A field that is shorter for a moment scrolls itself and the page.
  area.scrollTop = inside
  if (scrollY !== outside) scrollTo({ top: outside, behavior: 'instant' })
}
