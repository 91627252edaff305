import { SCREEN_PATHS } from '@forum/shared/screens'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from '../fixtures/axe'
import { goInPage, isLive, type BrowserOf } from '../fixtures/browser'
import { DESK, PHONE } from '../fixtures/chromium'
import type { Community } from '../fixtures/community'
import { walkThrough } from '../fixtures/tab-walk'
import { visitForum, type VisitedForum } from '../fixtures/visited'
import { BOARD, createContents, screens, type Contents, type Screen } from './every-screen'

/**
 * A phone loads every address once; a desk goes from one screen to the next in the page, which costs a third, and walks it
 * with Tab. A phone is dark, with the largest text, which leaves the least room; on a desk, contrast is checked in both
 * themes.
 */
const LOOKS = [
  {
    of: 'on a desk',
    screen: DESK,
    dark: false,
    contrast: 'in both themes',
    textSize: 'normal',
    isLoaded: false,
    isWalked: true,
  },
  {
    of: 'on a dark phone with the largest text',
    screen: PHONE,
    dark: true,
    contrast: 'as shown',
    textSize: 'larger',
    isLoaded: true,
    isWalked: false,
  },
] as const

let forum: VisitedForum
let community: Community
let contents: Contents

beforeAll(async () => {
  forum = await visitForum()
  ;({ community } = forum)
  contents = await createContents(community)
})
afterAll(() => forum?.stop())

const pathOf = ({ path }: Screen): string => (typeof path === 'string' ? path : path(contents))

/** Returns the elements that stick out of the page, if it can be scrolled sideways. */
const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 120))
      .concat(`${scrollWidth} > ${clientWidth}`)
  })

/** Returns the links to the screen itself that a row of links has scrolled out of sight. */
const hiddenCurrentOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('nav [aria-current="page"]')]
      .filter((link) => {
        const { left, right, width } = link.getBoundingClientRect()
        return width > 0 && (left < 0 || right > document.documentElement.clientWidth)
      })
      .map((link) => link.outerHTML.slice(0, 120)),
  )

/** Opens a screen by its address. */
async function load({ page, troubles }: BrowserOf, path: string): Promise<void> {
  // Leaves the previous screen, whose connection may still be in progress.
  await page.goto('about:blank')
  troubles.length = 0
  await page.goto(path)
}

/** Compares the elements that Tab reaches with all that it should; a dialog keeps the focus. */
async function walk(page: Page, as: Screen['as']): Promise<void> {
  if ((await page.locator('[role="dialog"], [role="alertdialog"]').count()) > 0) return
  await isLive(page)
  // The masthead of moderators has a link more, which is loaded once the member is known.
  if (as === 'moderator') await page.locator('.moderation-link').waitFor()
  const { expected, reached, unseen } = await walkThrough(page)
  expect(reached[0]).toContain('跳到正文')
  expect(reached).toEqual(expected)
  expect(unseen, 'without a visible focus').toEqual([])
}

it('has every screen', () => {
  // Two redirects, and another address of a form.
  const others = ['/posts/:postId', '/admin', '/my/messages/new']
  const visited = screens.map((of) => pathOf(of).split(/[?#]/)[0]!)
  const missing = SCREEN_PATHS.filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll(/:(slug|name)\b/g, '[^/]+').replaceAll(/:\w+/g, '\\d+')}$`)
    return !others.includes(path) && !visited.some((pathname) => pattern.test(pathname))
  })
  expect(missing).toEqual([])
})

describe.each(LOOKS)('every screen $of', ({ screen, dark, contrast, textSize, isLoaded, isWalked }) => {
  const loaded = new Set<string>()
  // One browser for each kind of reader, for all screens of a group.
  const browsers = new Map<Screen['as'], BrowserOf>()
  const browserFor = async (as: Screen['as']): Promise<BrowserOf> => {
    const person = as === 'moderator' ? contents.admin : as === 'member' ? contents.member : null
    const opened = browsers.get(as) ?? (await forum.open(person, { screen, dark }))
    if (!person && !browsers.has(as))
      await opened.context.addInitScript((size) => {
        localStorage.setItem('text-size', size)
      }, textSize)
    browsers.set(as, opened)
    return opened
  }
  const setTextSize = async (size: string) => {
    for (const person of [contents.member, contents.admin])
      await community.call('PUT', '/auth/profile', person, { textSize: size })
  }
  beforeAll(() => setTextSize(textSize))
  afterAll(() => setTextSize('normal'))
  afterAll(async () => {
    for (const { context } of browsers.values()) await context.close()
  })

  it.each(screens)(
    '$name has no axe violations, no overflow, no errors and no unreachable control',
    async (of) => {
      const opened = await browserFor(of.as)
      const { page, troubles } = opened
      const path = pathOf(of)
      const address = `${of.as} ${new URL(path, 'http://forum').pathname}`
      if (isLoaded && !loaded.has(address)) await load(opened, path)
      else await goInPage(page, path, () => (troubles.length = 0))
      loaded.add(address)
      await of.open?.(page, contents)
      await of.shows(page).waitFor()
      // Until none is left: a screen may load several parts at once.
      await page.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'detached' })
      expect((await overflowOf(page)).join('\n')).toBe('')
      expect((await hiddenCurrentOf(page)).join('\n')).toBe('')
      expect(await faultsOf(page, contrast)).toBe('')
      if (isWalked) await walk(page, of.as)
      expect(troubles.filter((trouble) => !of.refused?.test(trouble)).join('\n')).toBe('')
    },
  )

  it('shows an accessible error screen when rendering fails', async () => {
    const { page } = await browserFor(undefined)
    // The first screen: where it fails, the readable document stays instead.
    await page.goto('/boards')
    // A response of an unexpected shape is the closest that a test can come to a rendering error.
    await page.route(`**/api/boards/${BOARD}?*`, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { board: object }
      await route.fulfill({ json: { ...body, board: { ...body.board, moderators: null } } })
    })
    await goInPage(page, `/boards/${BOARD}`)
    await page.getByText('页面出错了').waitFor()
    await page.getByText('抱歉，页面遇到了问题，刷新后再试试。').waitFor()
    expect((await overflowOf(page)).join('\n')).toBe('')
    expect(await faultsOf(page, contrast)).toBe('')
    await page.unroute(`**/api/boards/${BOARD}?*`)
    await page.getByRole('button', { name: '刷新页面' }).click()
    await page.locator('.thread-link').first().waitFor()
  })
})
