import { type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, patiently, standsStill } from '../fixtures/browser'
import { closePages, openBrowser, PHONE } from '../fixtures/chromium'
import { Community, type Person } from '../fixtures/community'
import { HOSTILE_CONTENTS } from '../fixtures/hostile-contents'
import { borrowForum, returnForum } from '../fixtures/shared'

const RUN = Math.random().toString(36).slice(2, 8)
/** Posts of one page load. */
const BATCH = 20

describe('hostile contents', () => {
  let browser: Browser
  let url: string
  let threadId: number
  let author: Person

  beforeAll(async () => {
    ;[browser, url] = await Promise.all([openBrowser(), borrowForum()])
    const community = new Community(url)
    author = await community.register(`huai${RUN}`)
    threadId = await community.startThread(author, '什么都有')
    // Replies are stored as typed, so the contents can be replaced in the API's responses on their way to the browser.
    await community.replies(
      author,
      threadId,
      Array.from({ length: 2 }, (_, i) => `第 ${i + 1} 句`),
    )
  })
  afterAll(async () => {
    await closePages(browser)
    await returnForum(url)
  })

  it('runs no hostile content, leaks nothing and breaks no page', async () => {
    expect(HOSTILE_CONTENTS.length).toBeGreaterThanOrEqual(150)
    const { page, context } = await browserOf(browser, url, null, { screen: PHONE })
    const alarms: string[] = []
    const left: string[] = []
    const violations: string[] = []
    await page.exposeFunction('alarm', (what: string) => alarms.push(what))
    await page.exposeFunction('reportViolation', (what: string) => violations.push(what))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        const { reportViolation } = window as unknown as { reportViolation: (what: string) => void }
        reportViolation(`${violatedDirective} ${blockedURI}`)
      })
    })
    page.on('dialog', (dialog) => void dialog.dismiss())
    page.on('request', (request) => {
      const to = new URL(request.url())
      if (to.origin !== new URL(url).origin && !['data:', 'blob:', 'ws:'].includes(to.protocol))
        left.push(`${request.resourceType()} ${request.url()}`)
    })
    await page.route('**/evil.invalid/**', (route) => route.abort())
    let first = 0
    const batch = () => HOSTILE_CONTENTS.slice(first, first + BATCH)
    await page.route(`**/api/threads/${threadId}?**`, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { thread: object; posts: { content: string }[] }
      const [pattern] = body.posts
      const posts = batch().map((content, i) => ({
        ...pattern,
        id: 900_000 + first + i,
        number: i + 2,
        content,
      }))
      const lastNumber = posts.length + 1
      const thread = { ...body.thread, lastNumber, postCount: lastNumber }
      await route.fulfill({ response, json: { ...body, thread, posts } })
    })
    for (; first < HOSTILE_CONTENTS.length; first += BATCH) {
      await page.goto(`/threads/${threadId}`)
      await expect
        .poll(() => page.locator('article[data-number]').count(), patiently)
        .toBe(batch().length + 1)
      await page.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true
      })
      await standsStill(page)
      const faults = await page.evaluate((origin) => {
        const found: string[] = []
        const posts = [...document.querySelectorAll('.post-main .markup')]
        for (const post of posts) {
          for (const element of post.querySelectorAll('*')) {
            const name = element.localName
            if (
              /^(script|style|iframe|object|embed|form|input|link|base|meta|svg:script|math|template)$/.test(
                name,
              )
            )
              found.push(`element ${name}`)
            for (const { name: attribute } of element.attributes)
              if (attribute.startsWith('on') || attribute === 'srcdoc') found.push(`attribute ${attribute}`)
          }
          for (const link of post.querySelectorAll('a')) {
            if (!/^https?:$/.test(link.protocol)) found.push(`link ${link.href}`)
            const isElsewhere = link.origin !== origin
            if (isElsewhere && (link.target !== '_blank' || !/nofollow ugc noopener/.test(link.rel)))
              found.push(`unmarked link ${link.href}`)
          }
          for (const image of post.querySelectorAll('img'))
            if (!/^https?:/.test(image.src) || image.referrerPolicy !== 'no-referrer')
              found.push(`picture ${image.src}`)
          const box = post.getBoundingClientRect()
          if (box.right > innerWidth + 1 || box.left < 0) found.push(`wide ${post.textContent?.slice(0, 40)}`)
        }
        if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
        return found
      }, url)
      expect({ batch: first / BATCH, faults }).toEqual({ batch: first / BATCH, faults: [] })
    }
    expect(alarms).toEqual([])
    // Nothing even tried what the content policy forbids.
    expect(violations).toEqual([])
    // Pictures are fetched from their own sites, without a referrer; no other request leaves the page.
    expect(left.filter((request) => !request.startsWith('image '))).toEqual([])
    await context.close()
  })
})
