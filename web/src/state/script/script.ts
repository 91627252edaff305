import { type Script } from '@forum/shared/contract'
import { useSyncExternalStore } from 'react'
import { createSignal } from '../../lib/signal'
import { type Forum, sessionSlice } from '../../store'

export const SCRIPTS = ['original', 'simplified', 'traditional'] as const satisfies readonly Script[]

const SCRIPT_KEY = 'script'
const LANGUAGE_TAGS: Record<Script, string> = {
  original: 'zh-Hans',
  simplified: 'zh-Hans',
  traditional: 'zh-Hant',
}

const script = createSignal<Script>('original')
let restore: () => void = () => undefined

function remembered(): Script {
  try {
    const stored = localStorage.getItem(SCRIPT_KEY)
    return SCRIPTS.find((one) => one === stored) ?? 'original'
  } catch {
    return 'original'
  }
}

/**
 * Shows the page in a script. Until its conversion tables have loaded, or without a network, the page stays unchanged.
 */
async function show(next: Script): Promise<void> {
  script.set(next)
  if (next === 'original') {
    apply('original', () => undefined)
    return
  }
  const { convertPage } = await import('./convert-page')
  const convert = await (next === 'traditional' ? import('./to-traditional') : import('./to-simplified'))
  // The reader may have chosen another script meanwhile.
  if (script.current() === next) apply(next, () => convertPage(convert.default))
}

function apply(next: Script, convert: () => (() => void) | undefined): void {
  restore()
  document.documentElement.lang = LANGUAGE_TAGS[next]
  restore = convert() ?? (() => undefined)
}

/**
 * Applies the script stored in this browser, and follows choices made in other windows and in the account. An account
 * without a choice gets the browser's, so that its mail uses that script. Call once.
 */
export function startScript(forum: Forum): void {
  const follow = () => {
    const next = remembered()
    if (next !== script.current()) show(next).catch(() => undefined)
  }
  follow()
  addEventListener('storage', ({ key }) => {
    if (key === SCRIPT_KEY || key === null) follow()
  })
  forum.subscribe((read, before) => {
    const { user } = read(sessionSlice)
    const userBefore = before(sessionSlice).user
    if (!user || (user.id === userBefore?.id && user.script === userBefore.script)) return
    if (user.script === null) keepWithAccount(forum, chosenScript().script)
    else remember(user.script)
  })
}

/** Shows a script at once, and stores it in this browser and in a member's account. */
export function chooseScript(forum: Forum, next: Script): void {
  remember(next)
  if (forum.read(sessionSlice).user) keepWithAccount(forum, next)
}

// After a failure, only this browser has the choice.
const keepWithAccount = (forum: Forum, script: Script | undefined): void => {
  if (script) forum.call('updateProfile', { body: { script } }).catch(() => undefined)
}

/** Returns the script of this browser as a field of an account; nothing if none was chosen. */
export const chosenScript = (): { script?: Script } =>
  script.current() === 'original' ? {} : { script: script.current() }

function remember(next: Script): void {
  if (next === script.current()) return
  try {
    if (next === 'original') localStorage.removeItem(SCRIPT_KEY)
    else localStorage.setItem(SCRIPT_KEY, next)
  } catch {
    // It applies even if it cannot be stored.
  }
  show(next).catch(() => undefined)
}

export const useScript = (): Script => useSyncExternalStore(script.subscribe, script.current)
