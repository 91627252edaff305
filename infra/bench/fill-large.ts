import { DAY_MS } from '@forum/shared/clock'
import { seedBoards } from '../seed'
import type { FilledPost, FilledThread, Loader } from './loader'
import { createRandom } from './random'
import { ACTING_MEMBERS, type Manifest, type Shape } from './shape'
import { chooseQueries, createWriter } from './texts'

/**
 * Fills a forum of any size in bounded memory. Every thread is made from its own seed and has its own ids, so a run that
 * was interrupted goes on where it stopped.
 */

const POSTS_AT_ONCE = 4_000
const TWO_YEARS_MS = 730 * DAY_MS
const TITLE_LENGTH = 20
const POSTS_TO_LIKE = 4_096
/** One in this many posts has a few likes. */
const LIKED_EVERY = 5
/** Threads whose texts the queries of searches come from. */
const SAMPLED_THREADS = 4_000
const SAID_EVERY = 50

interface Plan {
  threadId: number
  firstPostId: number
  posts: number
}

/** Returns the ids and the length of every thread: two long ones, and the rest distributed unevenly. */
function plansOf(shape: Shape): Plan[] {
  const random = createRandom(1)
  const others = shape.threads - 2
  const rest = shape.posts - shape.threads - shape.longest - shape.long
  const weights = Array.from({ length: others }, () => 1 / (0.05 + random.next()))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let firstPostId = 1
  return [shape.longest, shape.long, ...weights.map((weight) => Math.floor((weight / sum) * rest))].map(
    (replies, index) => {
      const plan = { threadId: index + 1, firstPostId, posts: replies + 1 }
      firstPostId += plan.posts
      return plan
    },
  )
}

/** Returns what makes a thread of its plan, the same in each run. */
function threadMaker(shape: Shape) {
  const random = createRandom(0)
  const write = createWriter(random)
  const parents = new Set(seedBoards.map((board) => board.parentId))
  const boards = seedBoards.filter((board) => !parents.has(board.id) && !board.postRole).map(({ id }) => id)
  const authors = shape.members - ACTING_MEMBERS
  const pickAuthor = () => ACTING_MEMBERS + 1 + random.below(authors)
  const now = Date.now()
  return ({ threadId, firstPostId, posts }: Plan): FilledThread & Required<Pick<FilledThread, 'ids'>> => {
    random.restart(threadId)
    const startedAt = now - DAY_MS - random.below(TWO_YEARS_MS)
    const lasts = Math.min(now - startedAt, posts * random.below(DAY_MS))
    return {
      ids: { threadId, firstPostId },
      boardId: threadId <= 2 ? (boards[0] ?? 0) : random.pick(boards),
      title: `${write().slice(0, TITLE_LENGTH)} ${threadId}`,
      views: random.below(5_000),
      posts: Array.from({ length: posts }, (_, i): FilledPost => {
        const authorId = pickAuthor()
        const likes = random.below(LIKED_EVERY) === 0 ? 1 + random.below(3) : 0
        const likedBy = new Set(Array.from({ length: likes }, pickAuthor))
        likedBy.delete(authorId)
        return {
          authorId,
          content: write(),
          at: new Date(startedAt + Math.floor((lasts * i) / posts)),
          likedBy: [...likedBy],
        }
      }),
    }
  }
}

function* batchesOf(plans: readonly Plan[]): Generator<Plan[]> {
  let batch: Plan[] = []
  let posts = 0
  for (const plan of plans) {
    batch.push(plan)
    posts += plan.posts
    if (posts < POSTS_AT_ONCE) continue
    yield batch
    batch = []
    posts = 0
  }
  if (batch.length > 0) yield batch
}

/** Returns what a run needs to know about the forum, without when and how it was filled. */
export async function fillLarge(
  loader: Loader,
  shape: Shape,
  say: (text: string) => void,
): Promise<Omit<Manifest, 'filledInSeconds' | 'tokenSecret'>> {
  const plans = plansOf(shape)
  const threadOf = threadMaker(shape)
  await loader.numberedMembers(shape.members)
  let batches = 0
  for (const batch of batchesOf(plans)) {
    await loader.saveNumbered(batch.map(threadOf))
    batches += 1
    if (batches % SAID_EVERY === 0) say(`threads up to ${batch.at(-1)?.threadId} of ${shape.threads}`)
  }
  await loader.finish(say)

  const tokens: string[] = []
  for (let id = 1; id <= ACTING_MEMBERS; id += 1) tokens.push(await loader.session(id))
  const random = createRandom(2)
  const [longest, long, ...others] = plans
  if (!longest || !long) throw new Error('the long threads are missing')
  const place = ({ threadId, posts }: Plan) => ({ id: threadId, lastNumber: posts })
  const sampled = Array.from({ length: SAMPLED_THREADS }, () => threadOf(random.pick(others)))
  const texts = sampled.flatMap(({ posts }) => posts.map(({ content }) => content))
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return {
    shape,
    tokens,
    longest: place(longest),
    long: place(long),
    boardId: threadOf(long).boardId,
    threads: plans.map(({ threadId, posts }) => [threadId, posts]),
    postIds: Array.from({ length: POSTS_TO_LIKE }, () => {
      const { firstPostId, posts } = random.pick(others)
      return firstPostId + random.below(posts)
    }),
    searches: chooseQueries(texts, createRandom(6)),
    textBytes: Math.round((bytes / texts.length) * shape.posts),
  }
}
