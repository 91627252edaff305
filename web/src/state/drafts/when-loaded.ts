import type { Forum } from '../../store'

let areLoaded = false
let start: (() => void) | null = null

/** The page's drafts are loaded, which happens with the first form. */
export function draftsLoaded(): void {
  areLoaded = true
  start?.()
}

/** Keeps the page's drafts on the member's account too, once they are loaded. */
export function keepDraftsOnAccount(forum: Forum): void {
  start = () => {
    import('./start-account-drafts')
      .then(({ startAccountDrafts }) => {
        startAccountDrafts(forum)
      })
      // Without it, drafts are kept in this browser alone.
      .catch(() => undefined)
  }
  if (areLoaded) start()
}
