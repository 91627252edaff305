/**
 * Takes pictures of a forum that runs with SEED=demo and, except for README.md, with RATE_LIMITS=off:
 *
 *   tsx tests/src/pictures/take.ts <url> <folder> [names…]
 *
 * Takes every screen in its states, on a desktop and a phone, light and dark; with names, only pictures whose
 * names begin with one of them. `readme` means the pictures of README.md. For all others it writes a few threads to
 * that forum.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { DESK, PHONE, startBrowser } from '../fixtures/chromium'
import { type Exhibits, exhibitsOf } from './exhibits'
import { type Shot, shots } from './shots'

const README = [
  'home-desk-light',
  'home-phone-dark',
  'board-parent-desk-light',
  'thread-desk-light',
  'thread-phone-dark',
  'new-thread-desk-dark',
]
const SCREENS = { desk: DESK, phone: PHONE }
const THEMES = ['light', 'dark'] as const

/** A picture that takes longer than this is skipped. */
const PATIENCE_MS = 30_000

/** Images for the [img] tags in the exhibits: plain boxes, and none for the broken one. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400"><rect width="640" height="400" fill="#d9c9a8"/><g fill="#a97c4b" stroke="#6d4b27" stroke-width="4"><path d="M60 220h170v130H60zM240 180h150v170H240zM400 250h180v100H400zM90 110h130v110H90z"/></g></svg>`

/** Creates a browser on the forum that blocks requests to other sites. */
async function open(browser: Browser, exhibits: Exhibits, shot: Shot, screen: keyof typeof SCREENS) {
  const person = shot.as === undefined ? null : await exhibits.member(shot.as)
  const context = await browser.newContext({
    baseURL: exhibits.url,
    viewport: SCREENS[screen],
    isMobile: screen === 'phone',
    hasTouch: screen === 'phone',
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    storageState: {
      cookies: [],
      origins: person
        ? [{ origin: exhibits.url, localStorage: [{ name: 'token', value: person.token }] }]
        : [],
    },
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.route(/^https:/, (route) =>
    route.request().url().endsWith('boxes.svg')
      ? route.fulfill({ contentType: 'image/svg+xml', body: DRAWING })
      : route.abort(),
  )
  return context
}

/** Resolves once the app has replaced the document's own content, and nothing is loading any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('.skip-link') && !document.querySelector('.skeleton, [aria-busy="true"]'),
  )
  await page.waitForLoadState('networkidle')
}

async function take(
  browser: Browser,
  exhibits: Exhibits,
  shot: Shot,
  screen: keyof typeof SCREENS,
  isWanted: (name: string) => boolean,
) {
  const nameIn = (theme: string) => `${shot.name}-${screen}-${theme}`
  const themes = THEMES.filter((theme) => isWanted(nameIn(theme)))
  if (themes.length === 0 || (shot.only ?? screen) !== screen) return
  const context = await open(browser, exhibits, shot, screen)
  try {
    const page = await context.newPage()
    await shot.before?.(page, exhibits)
    await page.goto(typeof shot.at === 'string' ? shot.at : await shot.at(exhibits))
    if (shot.settles !== false) await settle(page)
    await shot.act?.(page, exhibits)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(folder, `${nameIn(colorScheme)}.png`) })
      process.stdout.write(`${nameIn(colorScheme)}\n`)
    }
  } finally {
    await context.close()
  }
}

const [url, folder = '', ...names] = parseArgs({ allowPositionals: true }).positionals
if (url === undefined || folder === '')
  throw new Error('Say where the forum runs, and where the pictures are to go.')
await mkdir(folder, { recursive: true })
const wanted = names.flatMap((name) => (name === 'readme' ? README : [name]))
const isReadme = names.join() === 'readme'
const isWanted = (name: string) => wanted.length === 0 || wanted.some((start) => name.startsWith(start))

const browser = await startBrowser()
try {
  const exhibits = await exhibitsOf(url, isReadme)
  for (const shot of shots)
    for (const screen of ['desk', 'phone'] as const)
      try {
        await take(browser, exhibits, shot, screen, isWanted)
      } catch (error) {
        // The remaining pictures are still taken.
        process.exitCode = 1
        console.error(shot.name, error)
      }
} finally {
  await browser.close()
}
