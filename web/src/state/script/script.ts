import { useSyncExternalStore } from 'react'
import { createSignal } from '../../lib/signal'

/** The script in which Chinese is shown: as written, or converted to simplified or traditional characters. */
export type Script = 'original' | 'simplified' | 'traditional'
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

/** Applies the script stored in this browser, and follows choices made in other windows. Call once. */
export function startScript(): void {
  const follow = () => {
    const next = remembered()
    if (next !== script.current()) show(next).catch(() => undefined)
  }
  follow()
  addEventListener('storage', ({ key }) => {
    if (key === SCRIPT_KEY || key === null) follow()
  })
}

export function chooseScript(next: Script): void {
  try {
    if (next === 'original') localStorage.removeItem(SCRIPT_KEY)
    else localStorage.setItem(SCRIPT_KEY, next)
  } catch {
    // It applies even if it cannot be stored.
  }
  show(next).catch(() => undefined)
}

export const useScript = (): Script => useSyncExternalStore(script.subscribe, script.current)
