const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Returns whether an overlay covers an element, so that keys are not meant for it. */
export function isCovered(element: Element | null): boolean {
  const innermost = [...document.querySelectorAll(OVERLAYS)].at(-1)
  return innermost !== undefined && !innermost.contains(element)
}
