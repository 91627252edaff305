import { beforeLeaving } from '../../lib/session'
import { createSignal } from '../../lib/signal'
import { type Forum, sessionSlice } from '../../store'
import { AccountDrafts } from './account-drafts'
import { drafts as keeper } from './keeper'

/** True while the drafts of the account are loaded for the first time in the session. */
export const isComparingDrafts = createSignal(false)

/**
 * Synchronises the drafts of this browser and of the account while a member is signed in. They are compared when the
 * page is shown again and when the connection is back, and stored on the account at once when the page is left.
 */
export function startAccountDrafts(forum: Forum): void {
  let current: { session: number; drafts: AccountDrafts } | null = null
  const follow = () => {
    const { user, number } = forum.read(sessionSlice)
    if (current?.session === number && user) return
    current?.drafts.stop()
    current = null
    isComparingDrafts.set(false)
    if (!user) return
    const { call } = forum
    const drafts = new AccountDrafts({ keeper, storage: () => localStorage, call, userId: user.id })
    current = { session: number, drafts }
    isComparingDrafts.set(true)
    void drafts.sync().then(() => {
      if (current?.drafts === drafts) isComparingDrafts.set(false)
    })
  }
  follow()
  forum.subscribe(follow)
  keeper.onStored((slot) => {
    current?.drafts.noteChange(slot)
  })
  const sync = () => void current?.drafts.sync()
  const push = () => void current?.drafts.push()
  addEventListener('online', sync)
  addEventListener('pageshow', sync)
  addEventListener('focus', sync)
  beforeLeaving(push)
  addEventListener('pagehide', push)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sync()
    else push()
  })
}
