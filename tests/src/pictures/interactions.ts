/**
 * Measures how soon the page answers what a reader, a writer and a moderator do, on a forum that runs with SEED=demo and
 * RATE_LIMITS=off:
 *
 *   tsx tests/src/pictures/interactions.ts <url> [--runs 3] [--slower 4] [--profile 点赞]
 *
 * Prints for each act, with a processor that many times slower, the longest time from an input to the next paint, by the
 * browser's own event timing, which counts in steps of 8 ms. Other work on the machine only ever adds to it, so the
 * lowest of several runs counts. With `--profile` it prints the functions that take longest in one act. It writes to that
 * forum.
 */
import { parseArgs } from 'node:util'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { startOptimizingBrowser } from '../fixtures/chromium'
import { longestFunctions, type Profile } from './cpu-profile'
import { exhibitsOf } from './exhibits'
import { goto, openSignedIn } from './signed-in'

/** What an act has begun is over after this long. */
const QUIET_MS = 1_500
const GOAL_MS = 100
/** What an act clicks is there after this long. */
const FOUND_MS = 10_000

/** Collects the times of inputs that belong to an interaction. */
const OBSERVE = `
  window.__inputs = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, processingStart, processingEnd, startTime } of list.getEntries())
      if (interactionId) window.__inputs.push({ duration, name, delay: processingStart - startTime, handlers: processingEnd - processingStart })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

interface Input {
  name: string
  /** From the input to the next paint, in milliseconds. */
  duration: number
  /** Until the first handler starts. */
  delay: number
  handlers: number
}

interface Act {
  name: string
  run: (page: Page) => Promise<unknown>
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click({ timeout: FOUND_MS })
const link = (name: string | RegExp) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click({ timeout: FOUND_MS })
const key = (name: string) => (page: Page) => page.keyboard.press(name)
const inPost =
  (name: string | RegExp, at = 1) =>
  (page: Page) =>
    page.getByRole('article').nth(at).getByRole('button', { name }).click()
const typed = (text: string) => (page: Page) => page.keyboard.type(text, { delay: 120 })

/** What is done one after the other, beginning at an address. */
const walks = (threadId: number): { at: string; acts: Act[] }[] => [
  {
    at: '/',
    acts: [
      { name: '首页：未读', run: link('未读') },
      { name: '首页：最新回复', run: link('最新回复') },
      { name: '首页：紧凑', run: button('紧凑') },
      { name: '首页：外观', run: button('外观') },
      { name: '首页：关上外观', run: key('Escape') },
      { name: '首页：下一行', run: key('j') },
      { name: '首页：进主题', run: link(/^一篇长帖/) },
      { name: '主题：退回首页', run: (page) => page.goBack() },
      { name: '首页：版块', run: link('版块') },
      { name: '版块：进版', run: link(/^灌水乐园/) },
      { name: '版：退回版块', run: (page) => page.goBack() },
    ],
  },
  {
    at: `/threads/${threadId}`,
    acts: [
      { name: '主题：点赞', run: inPost(/赞/, 2) },
      { name: '主题：更多操作', run: inPost('更多操作') },
      { name: '主题：关上更多操作', run: key('Escape') },
      { name: '主题：引用', run: inPost('引用') },
      { name: '主题：打字', run: typed('hao de hao de') },
      { name: '主题：表情', run: button('表情') },
      { name: '主题：关上表情', run: key('Escape') },
      { name: '主题：预览', run: button('预览') },
      { name: '主题：发表回复', run: button('发表回复') },
      { name: '主题：收藏', run: button(/^(已)?收藏/) },
      { name: '主题：只看楼主', run: button(/^只看楼主/) },
      { name: '主题：看全部', run: (page) => page.goBack() },
      { name: '主题：第 2 页', run: link('第 2 页') },
      { name: '主题：管理', run: button('管理') },
      { name: '主题：关上管理', run: key('Escape') },
      { name: '主题：首个未读', run: button(/^首个未读/) },
      { name: '主题：滚动', run: (page) => page.mouse.wheel(0, 3_000) },
    ],
  },
  {
    at: '/',
    acts: [
      { name: '搜索：点进框', run: (page) => page.getByPlaceholder('搜索主题、帖子、用户').first().click() },
      { name: '搜索：打字', run: typed('H1B') },
      { name: '搜索：回车', run: key('Enter') },
      { name: '搜索：第一项', run: (page) => page.locator('main a[href^="/threads/"]').first().click() },
    ],
  },
  {
    at: '/my/messages',
    acts: [
      { name: '站内信：打开', run: (page) => page.locator('main a[href^="/my/messages/"]').first().click() },
    ],
  },
]

async function measure(page: Page, act: Act): Promise<Input | null> {
  await page.evaluate('window.__inputs.length = 0')
  await act.run(page)
  await page.waitForTimeout(QUIET_MS)
  const inputs = await page.evaluate<Input[]>('window.__inputs')
  return inputs.toSorted((a, b) => b.duration - a.duration)[0] ?? null
}

async function profiled(devTools: CDPSession, run: () => Promise<unknown>): Promise<void> {
  await devTools.send('Profiler.enable')
  await devTools.send('Profiler.start')
  await run()
  const { profile } = (await devTools.send('Profiler.stop')) as unknown as { profile: Profile }
  process.stdout.write(`${longestFunctions(profile).join('\n')}\n`)
}

async function walk(
  browser: Browser,
  url: string,
  token: string,
  { at, acts }: { at: string; acts: Act[] },
  { slower, profile }: { slower: number; profile: string | undefined },
): Promise<[name: string, input: Input | null][]> {
  const context = await openSignedIn(browser, url, token)
  try {
    await context.addInitScript(OBSERVE)
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await goto(page, url + at)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.waitForTimeout(QUIET_MS)
    const found: [string, Input | null][] = []
    for (const act of acts) {
      const run = async () => found.push([act.name, await measure(page, act)])
      await (profile !== undefined && act.name.includes(profile) ? profiled(devTools, run) : run())
    }
    return found
  } finally {
    await context.close()
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    slower: { type: 'string', default: '4' },
    profile: { type: 'string' },
  },
})
const [url] = positionals
if (url === undefined) throw new Error('Say where the forum runs.')

const browser = await startOptimizingBrowser()
try {
  const exhibits = await exhibitsOf(url, false)
  const { token } = await exhibits.member('banzhu1')
  const threadId = await exhibits.thread('今晚吃什么？')
  const best = new Map<string, Input | null>()
  for (let run = 0; run < Number(values.runs); run += 1)
    for (const each of walks(threadId))
      for (const [name, input] of await walk(browser, url, token, each, {
        slower: Number(values.slower),
        profile: run === 0 ? values.profile : undefined,
      })) {
        const before = best.get(name)
        if (!before || (input && input.duration < before.duration)) best.set(name, input)
      }
  process.stdout.write(
    '| act | input | to the next paint ms | delay | handlers |\n| --- | --- | ---: | ---: | ---: |\n',
  )
  for (const [name, input] of best) {
    const { duration = 0, delay = 0, handlers = 0, name: event = '' } = input ?? {}
    const over = duration > GOAL_MS ? ' !' : ''
    process.stdout.write(
      `| ${name} | ${event} | ${duration.toFixed(0)}${over} | ${delay.toFixed(0)} | ${handlers.toFixed(0)} |\n`,
    )
  }
} finally {
  await browser.close()
}
