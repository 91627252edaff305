/**
 * Measures how large pages load and draw, on a forum that runs with SEED=demo and RATE_LIMITS=off:
 *
 *   tsx tests/src/pictures/long-pages.ts <url> [--runs 3] [--only long] [--profile]
 *
 * Prints, for each page as it is and with a processor four times slower, the longest task, all tasks over 50 ms and
 * the layout shift. Other work on the machine only ever adds to them, so the lowest of several runs counts. With
 * `--profile` it prints what the busiest task consists of, and the functions that take longest. It writes two threads to
 * that forum.
 */
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { startOptimizingBrowser } from '../fixtures/chromium'
import { longestFunctions, type Profile } from './cpu-profile'
import { type Exhibits, exhibitsOf } from './exhibits'
import { goto, openSignedIn } from './signed-in'

const BOARD = 150
const POSTS = 20
const CHARACTERS = 20_000
const PICTURES = 50
const QUOTES_DEEP = 12
const SLOWER = 4
/** A page is rendered and quiet after this long, including the layout after scrolling. */
const QUIET_MS = 2_500

/** Parts of a task that take less processor time than this, in microseconds, are not printed. */
const NOTED_PART_US = 3_000

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#d9c9a8"/></svg>`
const PARAGRAPH = `周末去看了三处房子，[b]离车站都不远[/b]，但是价格差了不少：第一处带后院，第二处刚翻新，第三处的邻居养了两条狗。细节见 https://example.com/houses/3?from=list ，@laowang88 也看过。房东说月底之前要答复，我还在犹豫。\n\n`

function longPost(index: number): string {
  let quote = '最早的那一句。'
  for (let level = 1; level <= QUOTES_DEEP; level += 1)
    quote = `[quote="第 ${level} 人"]${quote}[/quote]\n第 ${level} 层的回答。`
  const pictures = Array.from({ length: Math.ceil(PICTURES / POSTS) }, (_, i) => index * 3 + i)
    .filter((picture) => picture < PICTURES)
    .map((picture) => `[img]https://pictures.example/${picture}.svg[/img]`)
    .join('\n')
  const start = `${quote}\n\n${pictures}\n\n`
  const rest = CHARACTERS - start.length
  return start + PARAGRAPH.repeat(Math.floor(rest / PARAGRAPH.length))
}

async function writeThread(exhibits: Exhibits, title: string, post: (index: number) => string) {
  const { thread } = await exhibits.call('POST', '/threads', await exhibits.member('haiou2020'), {
    title,
    content: post(0),
    boardId: BOARD,
  })
  const writers = ['laowang88', 'xiaoli', 'nanfang', 'doubao9'] as const
  for (let index = 1; index < POSTS; index += 1)
    await exhibits.call(
      'POST',
      '/posts',
      await exhibits.member(writers[index % writers.length] ?? 'xiaoli'),
      {
        threadId: thread.id,
        content: post(index),
      },
    )
  return thread.id
}

interface Figures {
  /** Processor time of the longest task, which other work on the machine changes little. */
  busiest: number
  longest: number
  long: number
  total: number
  shift: number
}

/** Collects tasks over 50 ms and layout shifts from the start of a page. */
const OBSERVE = `
  window.__tasks = []; window.__shift = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.__tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.__shift += one.value
  }).observe({ type: 'layout-shift', buffered: true })`

const READ = '({ tasks: window.__tasks, shift: window.__shift })'

interface TraceEvent {
  ph: string
  name: string
  pid: number
  tid: number
  /** The start, and the processor time, in microseconds. */
  ts: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** The task on the main thread of a page that takes the most processor time, in milliseconds, and its parts. */
function busiestTask(events: readonly TraceEvent[]): { ms: number; parts: string[] } {
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  )
  const [busiest] = events
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && main.has(thread(event)))
    .toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0))
  if (!busiest) return { ms: 0, parts: [] }
  const parts = events
    .filter(
      (event) =>
        event !== busiest &&
        thread(event) === thread(busiest) &&
        event.ts >= busiest.ts &&
        event.ts <= busiest.ts + (busiest.dur ?? 0) &&
        (event.tdur ?? 0) >= NOTED_PART_US,
    )
    .toSorted((a, b) => a.ts - b.ts)
    .map(({ name, tdur = 0 }) => `${(tdur / 1_000).toFixed(1).padStart(8)} ms  ${name}`)
  return { ms: (busiest.tdur ?? 0) / 1_000, parts }
}

async function measure(
  browser: Browser,
  at: string,
  token: string,
  { slower, scrolls, isProfiled }: { slower: number; scrolls: boolean; isProfiled: boolean },
): Promise<Figures> {
  const context = await openSignedIn(browser, at, token)
  try {
    await context.route(/^https:/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: DRAWING }))
    await context.addInitScript(OBSERVE)
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const events: TraceEvent[] = []
    devTools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
    const isTraced = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve))
    await devTools.send('Tracing.start', {
      transferMode: 'ReportEvents',
      categories: 'toplevel,devtools.timeline,blink.user_timing',
    })
    if (isProfiled) {
      await devTools.send('Profiler.enable')
      await devTools.send('Profiler.start')
    }
    await goto(page, at)
    await page.waitForTimeout(QUIET_MS)
    if (scrolls)
      for (let step = 0; step < 20; step += 1) {
        await page.mouse.wheel(0, 1_500)
        await page.waitForTimeout(50)
      }
    if (isProfiled) {
      const { profile } = (await devTools.send('Profiler.stop')) as unknown as { profile: Profile }
      process.stdout.write(`${longestFunctions(profile).join('\n')}\n`)
    }
    await devTools.send('Tracing.end')
    await isTraced
    const busiest = busiestTask(events)
    if (isProfiled) process.stdout.write(`The busiest task:\n${busiest.parts.join('\n')}\n`)
    const { tasks, shift } = await page.evaluate<{ tasks: number[]; shift: number }>(READ)
    return {
      busiest: busiest.ms,
      longest: Math.max(0, ...tasks),
      long: tasks.length,
      total: tasks.reduce((sum, task) => sum + task, 0),
      shift,
    }
  } finally {
    await context.close()
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
  },
})
const [url] = positionals
if (url === undefined) throw new Error('Say where the forum runs.')

const browser = await startOptimizingBrowser()
try {
  const exhibits = await exhibitsOf(url, false)
  const { token } = await exhibits.member('banzhu1')
  const plain = await writeThread(
    exhibits,
    '普通的一页',
    (index) => `第 ${index + 1} 条，说两句就走。\n\n${PARAGRAPH}`,
  )
  const long = await writeThread(exhibits, '很长的一页', longPost)
  const pages = [
    { name: 'thread, 20 short posts', at: `/threads/${plain}`, scrolls: false },
    { name: 'thread, 20 long posts', at: `/threads/${long}`, scrolls: true },
    { name: 'board', at: `/boards/${BOARD}`, scrolls: false },
    { name: 'home', at: '/', scrolls: false },
  ]
  process.stdout.write(
    '| page | processor | most processor time ms | longest task ms | tasks over 50 ms | their sum ms | layout shift |\n',
  )
  process.stdout.write('| --- | --- | ---: | ---: | ---: | ---: | ---: |\n')
  for (const { name, at, scrolls } of pages.filter((page) => page.name.includes(values.only)))
    for (const slower of [1, SLOWER]) {
      const runs: Figures[] = []
      for (let run = 0; run < Number(values.runs); run += 1)
        runs.push(
          await measure(browser, url + at, token, {
            slower,
            scrolls,
            isProfiled: values.profile && run === 0,
          }),
        )
      const of = (figure: keyof Figures) => Math.min(...runs.map((run) => run[figure]))
      const row = [
        name,
        slower === 1 ? 'as it is' : `${slower}× slower`,
        of('busiest').toFixed(0),
        of('longest').toFixed(0),
        of('long').toFixed(0),
        of('total').toFixed(0),
        of('shift').toFixed(3),
      ]
      process.stdout.write(`| ${row.join(' | ')} |\n`)
    }
} finally {
  await browser.close()
}
