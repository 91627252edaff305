import { useEffect } from 'react'

/**
 * Takes the place of `react-style-singleton`, with which the dialogs' library locks the page's scrolling
 * (vite.config.ts): a `<style>` element would need `'unsafe-inline'` in the policy for styles, an adopted sheet does not.
 */
export function styleSingleton() {
  const sheet = new CSSStyleSheet()
  let users = 0
  return function Style({ styles }: { styles: string }): null {
    useEffect(() => {
      if (users === 0) {
        sheet.replaceSync(styles)
        document.adoptedStyleSheets.push(sheet)
      }
      users += 1
      return () => {
        users -= 1
        if (users > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      }
    }, [styles])
    return null
  }
}
