import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '@forum/shared/clock'
import { startEmbeddedMongodb } from '../embedded-mongodb'
import { seedBoards } from '../seed'
import { fillLarge } from './fill-large'
import { openLoader, type FilledPost, type FilledThread, type Loader, type Placed } from './loader'
import { createRandom, type Random } from './random'
import { ACTING_MEMBERS, BIG, largeShape, SMALL, VARIED, type Manifest, type Shape } from './shape'
import { chooseQueries, createWriter } from './texts'

/**
 * `fill.ts SHAPE FOLDER CACHE`: fills a forum in a separate process, because filling takes much memory. SHAPE is a name
 * or a number of posts.
 */

const TWO_YEARS_MS = 730 * DAY_MS
const TOKEN_SECRET = 'a secret of the bench, which is long enough'
const POSTS_TO_LIKE = 4_096
/** One in this many posts has a few likes. */
const LIKED_EVERY = 5

const SENTENCES = [
  '房子、车子和孩子的学校，一样一样慢慢来。',
  '我是去年十月递的材料，到现在还没有消息，准备再等两个月打电话问。',
  '面试一共四轮，两轮算法一轮系统设计，最后是经理聊项目。',
  '楼上说得对，先看合同里怎么写，再决定要不要找律师。',
  '湾区最近的房价又涨了，利率倒是降了一点，还是租着吧。',
  '中超的蔬菜比上个月贵了两成，自己种点小葱和韭菜其实很容易。',
  'The recruiter said they would get back to me within two weeks.',
  '回国探亲的机票暑假最贵，提前四个月买能省不少。',
  '谢谢分享，这个信息很有用，先收藏了。',
  '有没有同样情况的朋友，可以一起交流一下排期的进展。',
] as const

function textOf(random: Random): string {
  const sentences = 1 + random.below(5)
  return Array.from({ length: sentences }, () => random.pick(SENTENCES)).join(
    random.below(3) === 0 ? '\n' : '',
  )
}

/**
 * Returns the number of replies of each thread: two long ones, and the rest distributed unevenly, as in a real forum.
 */
function replyCounts(shape: Shape, random: Random): number[] {
  const others = shape.threads - 2
  const rest = shape.posts - shape.threads - shape.longest - shape.long
  const weights = Array.from({ length: others }, () => 1 / (0.05 + random.next()))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const counts = weights.map((weight) => Math.floor((weight / sum) * rest))
  const missing = rest - counts.reduce((total, count) => total + count, 0)
  for (let i = 0; i < missing; i++) counts[i % others] = (counts[i % others] ?? 0) + 1
  return [shape.longest, shape.long, ...counts]
}

function* threadsOf(shape: Shape, authors: readonly number[]): Generator<FilledThread> {
  const random = createRandom(1)
  const parents = new Set(seedBoards.map((board) => board.parentId))
  const boards = seedBoards.filter((board) => !parents.has(board.id) && !board.postRole).map(({ id }) => id)
  const now = Date.now()
  const write = shape.isVaried ? createWriter(createRandom(3)) : () => textOf(random)
  for (const [index, replies] of replyCounts(shape, random).entries()) {
    const startedAt = now - DAY_MS - random.below(TWO_YEARS_MS)
    const lasts = Math.min(now - startedAt, (replies + 1) * random.below(DAY_MS))
    const posts = Array.from({ length: replies + 1 }, (_, i): FilledPost => {
      const likes = random.below(LIKED_EVERY) === 0 ? 1 + random.below(3) : 0
      const firstAdmirer = random.below(authors.length)
      const authorId = random.pick(authors)
      return {
        authorId,
        content: write(),
        at: new Date(startedAt + Math.floor((lasts * i) / (replies + 1))),
        likedBy: Array.from(
          { length: likes },
          (_value, k) => authors[(firstAdmirer + k) % authors.length] ?? 0,
        ).filter((memberId) => memberId !== authorId),
      }
    })
    yield {
      boardId: index < 2 ? (boards[0] ?? 0) : random.pick(boards),
      title: `${random.pick(SENTENCES).slice(0, 20)} ${index + 1}`,
      views: random.below(5_000),
      posts,
    }
  }
}

const startOf = ({ posts }: FilledThread): number => posts[0]?.at.getTime() ?? 0

/**
 * Saves the threads in which the bench writes with their logs, and all others without. These come in the order of time,
 * as in a forum, since newer posts are in newer parts of the search index.
 */
async function saveVaried(loader: Loader, threads: readonly FilledThread[]): Promise<Placed[]> {
  const others = threads.slice(2).toSorted((a, b) => startOf(a) - startOf(b))
  return [...(await loader.save(threads.slice(0, 2))), ...(await loader.saveUncounted(others))]
}

/** Chooses queries for the posts of a forum, and measures these. */
function searchesIn(threads: readonly FilledThread[]) {
  const texts = threads.flatMap(({ posts }) => posts.map(({ content }) => content))
  return {
    searches: chooseQueries(texts, createRandom(6)),
    textBytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  }
}

type Filled = Omit<Manifest, 'filledInSeconds' | 'tokenSecret'>

async function fill(
  folder: string,
  cacheDir: string,
  fillForum: (loader: Loader) => Promise<Filled>,
): Promise<void> {
  const startedAt = performance.now()
  const database = await startEmbeddedMongodb({ dataDir: path.join(folder, 'mongodb'), cacheDir })
  try {
    const loader = await openLoader(database.uri, TOKEN_SECRET)
    try {
      const filled = await fillForum(loader)
      const manifest: Manifest = {
        ...filled,
        filledInSeconds: Math.round((performance.now() - startedAt) / 1_000),
        tokenSecret: TOKEN_SECRET,
      }
      await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
    } finally {
      await loader.close()
    }
  } finally {
    await database.stop()
  }
}

async function fillShape(loader: Loader, shape: Shape): Promise<Filled> {
  const members = await loader.members(shape.members)
  const tokens: string[] = []
  for (const id of members.slice(0, ACTING_MEMBERS)) tokens.push(await loader.session(id))
  const authors = members.slice(ACTING_MEMBERS)
  const threads = [...threadsOf(shape, authors)]
  // A single call, since each call recounts the boards and members it touches.
  const placed = shape.isVaried ? await saveVaried(loader, threads) : await loader.save(threads)
  await loader.buildSearchIndex()
  const random = createRandom(2)
  const [longest, long] = placed
  const boardId = threads[0]?.boardId
  if (!longest || !long || boardId === undefined) throw new Error('the long threads are missing')
  const place = ({ threadId, postIds }: (typeof placed)[number]) => ({
    id: threadId,
    lastNumber: postIds.length,
  })
  const all = placed.map(place)
  return {
    shape,
    tokens,
    longest: place(longest),
    long: place(long),
    boardId,
    threads: all.map(({ id, lastNumber }) => [id, lastNumber]),
    postIds: Array.from({ length: POSTS_TO_LIKE }, () => random.pick(random.pick(placed).postIds)),
    ...(shape.isVaried && searchesIn(threads)),
  }
}

const [, , name = '', folder, cacheDir] = process.argv
const shape = [BIG, SMALL, VARIED].find((candidate) => candidate.name === name)
const posts = Number(name)
if (!(shape || posts > 0) || folder === undefined || cacheDir === undefined)
  throw new Error('fill.ts SHAPE FOLDER CACHE')
await fill(folder, cacheDir, (loader) =>
  shape
    ? fillShape(loader, shape)
    : fillLarge(loader, largeShape(posts), (text) => process.stderr.write(`${text}\n`)),
)
