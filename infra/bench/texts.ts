import { searchText } from '@forum/shared/markup'
import { seedThreads } from '../seed'
import type { Random } from './random'

/** Texts with about the vocabulary of a large forum, for measuring searches. */

const POOL_WORDS = 30_000
const CHARACTERS = 3_500
const FIRST_CHARACTER = 0x4e00
const LENGTH_MIN = 50
const LENGTH_MORE = 450
const TERMS =
  'H1B,H-1B,I-485,401k,C++,.NET,OPT,CPT,NIW,Node.js,GitHub,PERM,Offer,recruiter,RSU,😂,👍,2026'.split(',')

const BEGIN = '\u0001'
const END = '\u0002'

/** Creates a writer of posts: half what the demo community might say, half rarer words. */
export function createWriter(random: Random): () => string {
  const followers = new Map<string, string[]>()
  const sources = seedThreads.flatMap(({ content, replies }) => [
    content,
    ...replies.map((reply) => reply.content),
  ])
  for (const source of sources) {
    const parts = [
      BEGIN,
      BEGIN,
      ...(searchText(source).match(/[A-Za-z0-9][A-Za-z0-9+#.'-]*|[\s\S]/gu) ?? []),
      END,
    ]
    for (let i = 2; i < parts.length; i += 1) {
      const key = `${parts[i - 2]} ${parts[i - 1]}`
      followers.set(key, [...(followers.get(key) ?? []), parts[i] ?? END])
    }
  }
  // Squaring makes the first ones far more frequent than the last.
  const skewed = (size: number) => Math.floor(random.next() ** 3 * size)
  const words = Array.from({ length: POOL_WORDS }, () =>
    Array.from({ length: 1 + random.below(3) }, () =>
      String.fromCodePoint(FIRST_CHARACTER + ((skewed(CHARACTERS) * 7) % 20_000)),
    ).join(''),
  )
  const said = (): string => {
    let [before, last, text] = [BEGIN, BEGIN, '']
    while (text.length < 120) {
      const next = random.pick(followers.get(`${before} ${last}`) ?? [END])
      if (next === END) break
      text += next
      ;[before, last] = [last, next]
    }
    return text
  }
  const rare = (): string =>
    `${Array.from({ length: 4 + random.below(10) }, () => words[skewed(POOL_WORDS)]).join('')}${random.below(7) === 0 ? random.pick(TERMS) : ''}。`
  return () => {
    const length = LENGTH_MIN + Math.floor(random.next() ** 1.9 * LENGTH_MORE)
    let text = ''
    while (text.length < length)
      text += `${random.below(2) === 0 ? said() : rare()}${random.below(4) === 0 ? '\n' : ' '}`
    return text.slice(0, length).trim() || '空'
  }
}

/** Queries of a class. */
export interface SearchQueries {
  name: string
  queries: string[]
  /** Further queries, each sent once. Empty for common words, of which there are too few. */
  others: string[]
}

const COMMON = '工作,的,我们,公司,时间,一个,现在,我,没有,老板,是,不,自己,什么,知道,H1B,off,😂'.split(',')
const SCATTERED =
  '工作 签证,公司 老板 时间,我们 工作 现在,律师 材料,H1B 抽签,我 的 工作,房子 贷款,面试 题目,绿卡 排期,上海 北京'.split(
    ',',
  )
const QUERIES = 60
const OTHERS = 20_000

/** Chooses queries of each class, from the posts that they are to find. */
export function chooseQueries(texts: readonly string[], random: Random): SearchQueries[] {
  const han = (length: number): string => {
    for (;;) {
      const [found] = [...random.pick(texts).matchAll(new RegExp(`\\p{Script=Han}{${length}}`, 'gu'))].slice(
        -1,
      )
      if (found) return found[0]
    }
  }
  const long = (): string => {
    for (;;) {
      const found = random.pick(texts).match(/[\p{Script=Han}，]{20,40}/u)
      if (found) return found[0]
    }
  }
  const several = (name: string, queries: readonly string[], make: (i: number) => string): SearchQueries => {
    const others = new Set(Array.from({ length: OTHERS }, (_, i) => make(i)))
    for (const query of queries) others.delete(query)
    return { name, queries: [...queries], others: [...others] }
  }
  const made = (name: string, make: (i: number) => string): SearchQueries =>
    several(
      name,
      Array.from({ length: QUERIES }, (_, i) => make(i)),
      make,
    )
  const words = [...new Set([...COMMON, ...SCATTERED.flatMap((query) => query.split(' '))])]
  const someWords = (i: number): string => {
    const some = new Set<string>()
    while (some.size < 2 + (i % 2)) some.add(random.pick(words))
    return [...some].join(' ')
  }
  return [
    { name: 'common', queries: COMMON, others: [] },
    made('rare', (i) => han(3 + (i % 2))),
    made('long', long),
    made('none', () => `${han(2)}龘${han(2)}`),
    several('scattered', SCATTERED, someWords),
  ]
}
