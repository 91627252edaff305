import { readFileSync } from 'node:fs'
import { newThreadEvent, replyEvent } from '@forum/http-api'
import type { TestForum } from '../fixtures/forum'

/**
 * - `a`: the author's words among question words and fillers, in another order
 * - `b`: some of the author's words, the others missing or different
 * - `c`: the same in other words
 */
export const TIERS = ['a', 'b', 'c'] as const
export type Tier = (typeof TIERS)[number]

/** A question as people ask it, and the topic whose threads answer it. */
export interface Question {
  text: string
  tier: Tier
  topic: string
  /** True if it is kept for judging: nothing is adjusted by its result. */
  isHeldOut: boolean
}

interface WrittenThread {
  title: string
  content: string
  replies: string[]
}

/** Threads and replies about one subject, and three questions about it. */
interface Topic {
  name: string
  titles: string[]
  openings: string[]
  replies: string[]
  questions: Record<Tier, string>
}

const THREADS = 3_000
/** Every third topic is held out. */
const HELD_OUT = 3
const SEED = 20_261_127

const read = (name: string): string => readFileSync(new URL(`asked/${name}.txt`, import.meta.url), 'utf8')

/** Splits a file into its sections, each below a line that begins with `# `. */
const sections = (text: string): [name: string, lines: string[]][] =>
  text.split(/^# /m).flatMap((section): [string, string[]][] => {
    const [name, ...lines] = section.trim().split('\n')
    return name ? [[name, lines]] : []
  })

function topicOf([name, lines]: [string, string[]]): Topic {
  const line = (label: string): string => lines.find((found) => found.startsWith(`${label} `))?.slice(2) ?? ''
  const several = (label: string) => line(label).split(' / ')
  return {
    name,
    titles: several('T'),
    openings: several('O'),
    replies: several('R'),
    questions: { a: line('a'), b: line('b'), c: line('c') },
  }
}

const TOPICS: readonly Topic[] = ['topics-1', 'topics-2'].flatMap((name) => sections(read(name)).map(topicOf))

export const QUESTIONS: readonly Question[] = TOPICS.flatMap(({ name, questions }, i) =>
  TIERS.map((tier) => ({
    text: questions[tier],
    tier,
    topic: name,
    isHeldOut: i % HELD_OUT === HELD_OUT - 1,
  })),
)

/** Returns numbers below a limit, the same ones in every run (mulberry32). */
function seeded(): (limit: number) => number {
  let state = SEED
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}

/** Writes the threads of all topics among many others, in an order without meaning; the topic is null for the others. */
function writeThreads(): (WrittenThread & { topic: string | null })[] {
  const below = seeded()
  const pick = (items: readonly string[]) => items[below(items.length)] ?? ''
  const parts = new Map(sections(read('others')).map(([name, lines]) => [name, lines]))
  const words = (name: string) => parts.get(name)?.flatMap((line) => line.split(' ')) ?? []
  const said = (name: string): string =>
    pick(parts.get(name) ?? []).replace(/\{(.+?)\}/g, (_, slot: string) => pick(words(slot)))
  const several = (make: () => string, count: number) => Array.from({ length: count }, make)
  const threads = TOPICS.flatMap(({ name, titles, openings, replies }) =>
    titles.map((title, i) => ({
      topic: name as string | null,
      title,
      content: [openings[i % openings.length] ?? '', said('开头')].join('\n'),
      // Nobody repeats what was said, and not every answer is in every thread.
      replies: [replies[i % replies.length] ?? '', replies[(i + 1) % replies.length] ?? '', said('回复')],
    })),
  )
  while (threads.length < THREADS) {
    const content = several(() => said('开头'), 1 + below(3)).join('\n')
    const replies = several(() => said('回复'), below(4))
    threads.push({ topic: null, title: said('主题'), content, replies })
  }
  return threads
    .map((thread) => ({ thread, at: below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thread }) => thread)
}

/** Fills a forum with the threads; returns the topic of each by its id. */
export async function fillWithAsked(
  { api }: TestForum,
  { boardId, authorId }: { boardId: number; authorId: number },
): Promise<ReadonlyMap<number, string | null>> {
  const { ids } = api.services
  const topics = new Map<number, string | null>()
  const histories = []
  let minutes = 0
  for (const { topic, title, content, replies } of writeThreads()) {
    const threadId = await ids.next('threads')
    const history = api.load.history(threadId)
    for (const text of [content, ...replies]) {
      minutes += 30
      const context = history.context(authorId, new Date(Date.UTC(2026, 0, 1) + minutes * 60_000))
      const postId = await ids.next('posts')
      const { thread } = history.folded
      history.add(
        thread
          ? replyEvent(context, thread, { postId, content: text, quotedPostId: null })
          : newThreadEvent(context, { boardId, title, threadId, postId, content: text }),
      )
    }
    topics.set(threadId, topic)
    histories.push(history)
  }
  await api.load.save(histories)
  return topics
}
