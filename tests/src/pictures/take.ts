/**
 * Takes pictures of a forum that runs with SEED=demo and RATE_LIMITS=off:
 *
 *   tsx tests/src/pictures/take.ts <url> <folder> [names…]
 *
 * Every screen in its states, wide and on a phone, light and dark; with names, only the pictures whose names
 * begin so. `readme` stands for those that README.md shows. It writes a few threads into that forum.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Page } from 'playwright-core'
import { browserOf, DESK, PHONE, startBrowser } from '../fixtures/browser'
import { type Exhibits, exhibitsOf } from './exhibits'
import { shots, type Shot } from './shots'

const README = [
  'home-desk-light',
  'home-phone-dark',
  'board-desk-light',
  'thread-desk-light',
  'thread-phone-dark',
  'new-thread-desk-dark',
]
/** What stands behind [img] in the exhibits: a street of boxes, and nothing for the broken one. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400"><rect width="640" height="400" fill="#d9c9a8"/><g fill="#a97c4b" stroke="#6d4b27" stroke-width="4"><path d="M60 220h170v130H60zM240 180h150v170H240zM400 250h180v100H400zM90 110h130v110H90z"/></g></svg>`

/** A picture that does not come in this time is given up. */
const PATIENCE_MS = 20_000

/** What is on its way has come; what is meant to be on its way is said by the shot itself. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main') && !document.querySelector('.skeleton'))
  await page.waitForLoadState('networkidle')
}

async function take(
  shot: Shot,
  isPhone: boolean,
  exhibits: Exhibits,
  folder: string,
  isWanted: (name: string) => boolean,
) {
  const file = (theme: string) => `${shot.name}-${isPhone ? 'phone' : 'desk'}-${theme}`
  const themes = (['light', 'dark'] as const).filter((theme) => isWanted(file(theme)))
  if (themes.length === 0 || shot.only === (isPhone ? 'desk' : 'phone')) return
  const browser = await opened
  const person = shot.as === undefined ? null : await exhibits.member(shot.as)
  const { context, page } = await browserOf(browser, exhibits.url, person as never, {
    screen: isPhone ? PHONE : DESK,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await page.route(/^https:/, (route) =>
    route.request().url().endsWith('boxes.svg')
      ? route.fulfill({ contentType: 'image/svg+xml', body: DRAWING })
      : route.abort(),
  )
  await shot.before?.(page, exhibits)
  await page.goto(typeof shot.at === 'string' ? shot.at : await shot.at(exhibits))
  if (shot.settles !== false) await settle(page)
  await shot.act?.(page, exhibits)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: path.join(folder, `${file(colorScheme)}.png`) })
    process.stdout.write(`${file(colorScheme)}\n`)
  }
  await context.close()
}

const { positionals } = parseArgs({ allowPositionals: true })
const [url, folder, ...names] = positionals
if (url === undefined || folder === undefined)
  throw new Error('Say where the forum runs and where the pictures go.')
await mkdir(folder, { recursive: true })
const wanted = names.flatMap((name) => (name === 'readme' ? README : [name]))
const opened = startBrowser()
try {
  const exhibits = await exhibitsOf(url)
  const isWanted = (name: string) => wanted.length === 0 || wanted.some((start) => name.startsWith(start))
  for (const shot of shots)
    for (const isPhone of [false, true])
      try {
        await take(shot, isPhone, exhibits, folder, isWanted)
      } catch (error) {
        // The others are taken all the same.
        process.exitCode = 1
        console.error(shot.name, error)
      }
} finally {
  await (await opened).close()
}
