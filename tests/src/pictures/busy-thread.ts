/**
 * Measures the memory of tabs that stay on a busy thread, on a forum that runs with SEED=demo and RATE_LIMITS=off:
 *
 *   tsx tests/src/pictures/busy-thread.ts <url> [--replies 1200] [--steps 6]
 *
 * One reader follows the end of the thread from page to page, one stays on its first page, and one on the home page.
 * Prints, after each step, the heap of each in MB once garbage is collected, and the nodes of its document. 1,200 replies are
 * an hour of one every three seconds. It writes a thread to that forum.
 */
import { parseArgs } from 'node:util'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { startOptimizingBrowser } from '../fixtures/chromium'
import { exhibitsOf } from './exhibits'
import { openSignedIn } from './signed-in'

const BOARD = 150
const WRITERS = ['laowang88', 'xiaoli', 'nanfang', 'doubao9'] as const
const BYTES_PER_MB = 1_048_576
/** The last events have arrived after this long. */
const QUIET_MS = 2_000

interface Reader {
  name: string
  page: Page
  devTools: CDPSession
}

async function open(browser: Browser, url: string, token: string, name: string, at: string): Promise<Reader> {
  const context = await openSignedIn(browser, url, token)
  const page = await context.newPage()
  await page.goto(url + at)
  await page.locator('.live-mark[data-live="true"]').first().waitFor()
  return { name, page, devTools: await context.newCDPSession(page) }
}

async function weigh({ devTools }: Reader): Promise<string> {
  // Finalizers of the first collection leave more to collect.
  for (let time = 0; time < 2; time += 1) await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  const { nodes } = await devTools.send('Memory.getDOMCounters')
  return `${(usedSize / BYTES_PER_MB).toFixed(1)} (${nodes})`
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    replies: { type: 'string', default: '1200' },
    steps: { type: 'string', default: '6' },
  },
})
const [url] = positionals
if (url === undefined) throw new Error('Say where the forum runs.')
const steps = Number(values.steps)
const perStep = Math.ceil(Number(values.replies) / steps)

const browser = await startOptimizingBrowser()
try {
  const exhibits = await exhibitsOf(url, true)
  const { token } = await exhibits.member('banzhu1')
  const { thread } = await exhibits.call('POST', '/threads', await exhibits.member('xiaoli'), {
    title: '一个很忙的主题',
    content: '开头',
    boardId: BOARD,
  })
  let written = 0
  const write = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      const writer = await exhibits.member(WRITERS[written % WRITERS.length] ?? 'xiaoli')
      written += 1
      const content = `第 ${written} 条：房租又涨了，一房一厅两千六，水电另算，你们那边呢？`
      await exhibits.call('POST', '/posts', writer, { threadId: thread.id, content })
    }
  }
  const at = `/threads/${thread.id}`
  await write(25)
  const following = await open(browser, url, token, 'at the end', `${at}/page/last`)
  const readers = [
    following,
    await open(browser, url, token, 'on page 1', at),
    await open(browser, url, token, 'home', '/'),
  ]
  process.stdout.write(`| replies | ${readers.map(({ name }) => name).join(' | ')} |\n`)
  process.stdout.write(`| ---: | ${readers.map(() => '---:').join(' | ')} |\n`)
  for (let step = 0; step <= steps; step += 1) {
    if (step > 0) await write(perStep)
    const toLatest = following.page.getByRole('button', { name: '到最新' }).first()
    await toLatest.click()
    await following.page.waitForTimeout(QUIET_MS)
    const row: string[] = []
    for (const reader of readers) row.push(await weigh(reader))
    process.stdout.write(`| ${written} | ${row.join(' | ')} |\n`)
  }
} finally {
  await browser.close()
}
