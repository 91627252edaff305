import { ConverterFactory } from 'opencc-js/core'
import fromTaiwan from 'opencc-js/from/tw'
import fromSimplified from 'opencc-js/from/cn'
import toSimplified from 'opencc-js/to/cn'
import toTaiwan from 'opencc-js/to/tw'
import { newThreadEvent, replyEvent } from '@forum/http-api'
import { seed } from '@forum/infra'
import type { PostHit, ThreadHit } from '@forum/shared/contract'
import { searchText } from '@forum/shared/markup'
import type { TestForum } from '../fixtures/forum'
import { JUDGED_POSTS } from './judged-posts'
import { JUDGED_QUERIES } from './judged-queries'

const simplified = ConverterFactory(fromTaiwan, toSimplified)
const traditional = ConverterFactory(fromSimplified, toTaiwan)

/** Hits of a page that count. */
const SHOWN = 10
/** Substrings that are looked for exactly as they are written. */
const SUBSTRINGS = 200
const REPLIES_PER_THREAD = 40

interface Judged {
  id: number
  isOpening: boolean
  /** The visible texts, as the patterns expect them. */
  texts: string[]
  source: string
}

/** Reduces a text to what the patterns are written for. */
const reduced = (text: string): string =>
  simplified(text.normalize('NFKC').toLowerCase())
    .normalize('NFD')
    .replace(/[\u0300-\u036f\ufe0f]/g, '')
    .normalize('NFC')
    .replace(/緑/g, '绿')
    .replace(/[。！？!?；;…\n]|\.(?![a-z0-9])/g, '|')
    .replace(/(?<=[^a-z0-9]) +| +(?=[^a-z0-9])/g, '')

/** Fills a forum with the demo community in both scripts, with sentences of it in another order, and the judged posts. */
export async function fillForum(forum: TestForum, deps: Parameters<typeof seed>[1]): Promise<void> {
  await seed('demo', deps, () => undefined)
  const { api } = forum
  const { ids } = api.services
  const author = (await api.db.members.findOne({ username: 'xiaoli' }))!._id
  const posts = (await api.db.posts.find({ isDeleted: false }).sort({ _id: 1 }).toArray()).map(
    ({ content }) => searchText(content),
  )
  const sentences = posts.flatMap((text) => text.split(/(?<=[。！？\n])/)).filter((text) => text.length > 4)
  const shuffled = Array.from({ length: 700 }, (_, i) =>
    [0, 1, 2].map((k) => sentences[(i * 31 + k * 977) % sentences.length] ?? '').join(''),
  )
  const texts = [...posts.map((text) => traditional(text)), ...shuffled, ...JUDGED_POSTS].filter(Boolean)
  const histories = []
  for (let i = 0; i < texts.length; i += REPLIES_PER_THREAD) {
    const threadId = await ids.next('threads')
    const history = api.load.history(threadId)
    for (const [k, content] of texts.slice(i, i + REPLIES_PER_THREAD).entries()) {
      const context = history.context(author, new Date(Date.UTC(2026, 0, 1) + (i + k) * 60_000))
      const postId = await ids.next('posts')
      const { thread } = history.folded
      history.add(
        thread
          ? replyEvent(context, thread, { postId, content, quotedPostId: null })
          : newThreadEvent(context, { boardId: 3, title: '合集', threadId, postId, content }),
      )
    }
    histories.push(history)
  }
  await api.load.save(histories)
}

async function judged({ api: { db } }: TestForum): Promise<Judged[]> {
  const threads = new Map(
    (await db.threads.find({ isDeleted: false }).toArray()).map((thread) => [thread._id, thread]),
  )
  return (await db.posts.find({ isDeleted: false }).sort({ _id: 1 }).toArray()).flatMap((post) => {
    const thread = threads.get(post.threadId)
    if (!thread) return []
    const isOpening = post.number === 1
    const source = searchText(post.content)
    const texts = [source, ...(isOpening ? [thread.title] : [])].map(reduced)
    return { id: isOpening ? thread._id : post._id, isOpening, texts, source }
  })
}

interface Score {
  query: string
  precision: number
  recall: number
}

export interface Quality {
  posts: number
  queries: number
  precision: number
  recall: number
  /** The recall of substrings of posts, searched as they are written. */
  exactRecall: number
  /** The queries that are not answered perfectly, the worst first. */
  imperfect: Score[]
}

/** Compares the results of all judged queries with what is relevant. */
export async function measureQuality(forum: TestForum): Promise<Quality> {
  const posts = await judged(forum)
  const search = async (q: string, limit = SHOWN): Promise<{ id: number; isOpening: boolean }[]> => {
    const get = async (path: string) =>
      (await forum.request.get(path).query({ q, limit }).expect(200)).body as unknown
    const { threads } = (await get('/api/search/threads')) as { threads: ThreadHit[] }
    const { posts: replies } = (await get('/api/search/posts')) as { posts: PostHit[] }
    return [
      ...threads.map(({ id }) => ({ id, isOpening: true })),
      ...replies.map(({ id }) => ({ id, isOpening: false })),
    ]
  }
  const scores: Score[] = []
  for (const { query, patterns } of JUDGED_QUERIES) {
    const relevant = posts.filter(({ texts }) =>
      patterns.every((pattern) => texts.some((text) => pattern.test(text))),
    )
    const found = await search(query)
    const isRelevant = (hit: { id: number; isOpening: boolean }) =>
      relevant.some(({ id, isOpening }) => id === hit.id && isOpening === hit.isOpening)
    const right = found.filter(isRelevant).length
    const possible = [true, false].reduce(
      (sum, isOpening) =>
        sum + Math.min(SHOWN, relevant.filter((post) => post.isOpening === isOpening).length),
      0,
    )
    scores.push({
      query,
      precision: found.length === 0 ? 1 : right / found.length,
      recall: possible === 0 ? 1 : right / possible,
    })
  }
  let exact = 0
  const substrings = substringsOf(posts)
  for (const { query, of } of substrings) {
    const found = await search(query, 100)
    if (found.some(({ id, isOpening }) => id === of.id && isOpening === of.isOpening)) exact += 1
  }
  const mean = (of: 'precision' | 'recall') =>
    scores.reduce((sum, score) => sum + score[of], 0) / scores.length
  return {
    posts: posts.length,
    queries: scores.length,
    precision: mean('precision'),
    recall: mean('recall'),
    exactRecall: exact / substrings.length,
    imperfect: scores
      .filter(({ precision, recall }) => precision < 1 || recall < 1)
      .toSorted((a, b) => a.precision + a.recall - b.precision - b.recall),
  }
}

/** Chooses parts of posts, from the middle of a sentence or across several. */
function substringsOf(posts: readonly Judged[]): { query: string; of: Judged }[] {
  const chosen: { query: string; of: Judged }[] = []
  for (let i = 0; chosen.length < SUBSTRINGS; i += 1) {
    const of = posts[(i * 7_919) % posts.length]
    if (!of) continue
    // Whole words: a part of a word in Latin letters is found from its beginning on.
    const [found] =
      of.source.slice((i * 13) % Math.max(1, of.source.length - 20)).match(/[\p{Script=Han}，。、]{4,18}/u) ??
      []
    if (found && /\p{Script=Han}/u.test(found)) chosen.push({ query: found, of })
  }
  return chosen
}
