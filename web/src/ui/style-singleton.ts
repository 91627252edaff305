import { useEffect } from 'react'

/**
 * Replaces `react-style-singleton`, with which the dialogs' library locks the page's scrolling (vite.config.ts): a
 * `<style>` element would need `'unsafe-inline'` in the policy for styles; a rule inserted into a style sheet of the
 * page does not.
 */
export function styleSingleton() {
  let rule: CSSRule | undefined
  let users = 0
  return function Style({ styles }: { styles: string }): null {
    useEffect(() => {
      if (users === 0) rule = insert(styles)
      users += 1
      return () => {
        users -= 1
        if (users === 0) remove(rule)
      }
    }, [styles])
    return null
  }
}

/** Inserts several rules as one. */
function insert(styles: string): CSSRule | undefined {
  const sheet = [...document.styleSheets].at(-1)
  if (!sheet) return undefined
  return sheet.cssRules[sheet.insertRule(`@media all {${styles}}`, sheet.cssRules.length)]
}

function remove(rule: CSSRule | undefined): void {
  const sheet = rule?.parentStyleSheet
  if (!rule || !sheet) return
  sheet.deleteRule([...sheet.cssRules].indexOf(rule))
}
