/** Lifetime of a claim, longer than an event takes to reach every tab. */
const HELD_MS = 10_000
/** Delay in visible tabs without the focus, so that the focused tab claims first. */
const UNFOCUSED_WAIT_MS = 150
/**
 * Time after which a claim in storage is read back: tabs in several processes may write at the same time, and the last
 * writer has the claim.
 */
const STORAGE_SETTLES_MS = 60

const PREFIX = 'forum:shown:'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Calls `show` in one visible tab of this browser, however many receive the same event; in none if none is visible.
 * `name` identifies the event, so that all tabs claim the same. A focused tab is preferred.
 */
export async function inOneTab(name: string, show: () => void): Promise<void> {
  if (document.visibilityState !== 'visible') return
  if (!document.hasFocus()) await wait(UNFOCUSED_WAIT_MS)
  // Web Locks exist only in secure contexts; a forum on a local network may be served without TLS.
  const hasClaim = 'locks' in navigator ? await claimLock(PREFIX + name) : await claimStorage(PREFIX + name)
  if (hasClaim) show()
}

function claimLock(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null)
      if (lock) await wait(HELD_MS)
    })
  })
}

async function claimStorage(key: string): Promise<boolean> {
  const claim = `${Date.now()}:${Math.random()}`
  try {
    if (isHeld(localStorage.getItem(key))) return false
    localStorage.setItem(key, claim)
    await wait(STORAGE_SETTLES_MS)
    if (localStorage.getItem(key) !== claim) return false
    setTimeout(() => {
      localStorage.removeItem(key)
    }, HELD_MS)
    return true
  } catch {
    // Without storage every visible tab shows it, which is better than none.
    return true
  }
}

/** Returns whether a claim is still valid: a tab that was closed cannot remove its claim. */
const isHeld = (claim: string | null) => claim !== null && Date.now() - Number.parseInt(claim, 10) < HELD_MS
