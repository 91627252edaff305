import { describe, expect, it } from 'vitest'

import {
  seedAccounts,
  seedBoards,
  seedMessages,
  seedThreads,
  type SeedReply,
  type SeedThread,
  type Username,
} from './index'

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })
const lengthOf = (text: string) => [...graphemes.segment(text)].length
/** A text never has more graphemes than code units, so most texts need no counting. */
const isWithin = (text: string, limit: number) => text.length <= limit || lengthOf(text) <= limit

const allReplies = seedThreads.flatMap((thread) => thread.replies)
const allTexts = [...seedThreads, ...allReplies].flatMap((post) =>
  post.editedContent === undefined ? [post.content] : [post.content, post.editedContent],
)
const accountOf = (username: Username) => seedAccounts.find((account) => account.username === username)!
const boardOf = (id: number) => seedBoards.find((board) => board.id === id)!

const quoteTags = /\[quote="[^"]*"\]|\[\/quote\]/g

/** Returns how deeply the quotes of a text are nested; fails on an unbalanced tag. */
function quoteDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of text.matchAll(quoteTags)) {
    depth += tag === '[/quote]' ? -1 : 1
    if (depth < 0) throw new Error(`stray [/quote] in: ${text.slice(0, 60)}`)
    deepest = Math.max(deepest, depth)
  }
  if (depth !== 0) throw new Error(`unclosed [quote] in: ${text.slice(0, 60)}`)
  return deepest
}

/** Returns the text of the quote block at the very start, and the name on it. */
function leadingQuote(text: string): { name: string; inner: string } | undefined {
  const open = /^\[quote="([^"]*)"\]/.exec(text)
  if (open === null) return undefined
  let depth = 0
  for (const match of text.matchAll(quoteTags)) {
    depth += match[0] === '[/quote]' ? -1 : 1
    if (depth === 0) return { name: open[1]!, inner: text.slice(open[0].length, match.index) }
  }
  return undefined
}

/** Returns a text without quote blocks and formatting, as the quote button inserts it. */
function plain(text: string): string {
  let rest = text
  for (;;) {
    const next = rest.replace(/\[quote="[^"]*"\](?:(?!\[quote=)[\s\S])*?\[\/quote\]/, '')
    if (next === rest) break
    rest = next
  }
  return rest.replace(/\[\/?(?:b|i|u|s|list|code|spoiler|\*)\]/g, '').trim()
}

const isLeaf = (id: number) => seedBoards.every((board) => board.parentId !== id)
const isAloneOnALine = (url: RegExp) =>
  allTexts.some((text) => text.split('\n').some((line) => url.test(line)))

describe('the seeded boards', () => {
  it('orders boards with unique ids in two levels, parents first', () => {
    const seen = new Set<number>()
    for (const board of seedBoards) {
      expect(seen).not.toContain(board.id)
      if (board.parentId !== null) {
        expect(seen).toContain(board.parentId)
        expect(boardOf(board.parentId).parentId).toBeNull()
      }
      seen.add(board.id)
    }
    expect(seen.size).toBe(65)
  })

  it('sends feedback to board 3, keeps 站务公告 for staff and gives board 42 its moderator', () => {
    expect(boardOf(3).nameZh).toBe('意见反馈')
    expect(boardOf(2)).toMatchObject({ nameZh: '站务公告', postRole: 'moderator' })
    expect(boardOf(42)).toMatchObject({ nameZh: 'H1B与工作签证', moderators: ['banzhu2'] })
  })

  it('puts boards in the category of their parent', () => {
    for (const board of seedBoards) {
      if (board.parentId !== null) expect(board.category).toBe(boardOf(board.parentId).category)
      for (const text of [board.name, board.nameZh, board.description, board.descriptionZh]) {
        expect(text).not.toBe('')
      }
    }
  })
})

describe('the seeded accounts', () => {
  it('has nine accounts with their roles', () => {
    expect(seedAccounts.map(({ username, role }) => [username, role])).toEqual([
      ['admin', 'admin'],
      ['banzhu1', 'moderator'],
      ['banzhu2', 'user'],
      ...['laowang88', 'xiaoli', 'haiou2020', 'beiji77', 'nanfang', 'doubao9'].map((name) => [name, 'user']),
    ])
  })

  it('has accounts with valid names, unique emails at example.com and plausible dates', () => {
    expect(new Set(seedAccounts.map((account) => account.email)).size).toBe(seedAccounts.length)
    expect(new Set(seedAccounts.map((account) => account.displayName)).size).toBe(seedAccounts.length)
    for (const account of seedAccounts) {
      expect(account.username).toMatch(/^[A-Za-z0-9]{3,20}$/)
      expect(account.email).toMatch(/@example\.com$/)
      expect(lengthOf(account.signature)).toBeLessThanOrEqual(500)
      expect(account.joinedDaysAgo).toBeGreaterThanOrEqual(100)
      expect(account.joinedDaysAgo).toBeLessThanOrEqual(2600)
    }
  })

  it('has names that read like staff only for staff', () => {
    for (const account of seedAccounts.filter(({ role }) => role === 'user')) {
      expect(account.displayName).not.toMatch(/管理|站长|版主|站務|admin/i)
    }
  })
})

describe('the seeded threads', () => {
  it('has 55 to 65 threads, all in boards without children', () => {
    expect(seedThreads.length).toBeGreaterThanOrEqual(55)
    expect(seedThreads.length).toBeLessThanOrEqual(65)
    for (const thread of seedThreads) {
      expect(boardOf(thread.board), thread.title).toBeDefined()
      expect(isLeaf(thread.board), thread.title).toBe(true)
    }
  })

  it('has threads started by members who may start threads in that board', () => {
    for (const { board, author, title } of seedThreads) {
      const ranks = ['user', 'moderator', 'admin']
      const needed = ranks.indexOf(boardOf(board).postRole ?? 'user')
      expect(ranks.indexOf(accountOf(author).role), title).toBeGreaterThanOrEqual(needed)
    }
  })

  it('has trimmed titles and contents within the limits', () => {
    for (const { title } of seedThreads) {
      expect(title).toBe(title.trim())
      expect(title).not.toContain('\n')
      expect(lengthOf(title)).toBeGreaterThan(0)
      expect(lengthOf(title), title).toBeLessThanOrEqual(200)
    }
    expect(new Set(seedThreads.map(({ title }) => title)).size).toBe(seedThreads.length)
    for (const text of allTexts) {
      expect(text).toBe(text.trim())
      expect(text).not.toBe('')
      expect(isWithin(text, 20_000)).toBe(true)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100 * 1024)
    }
  })

  it('orders posts and edits by time, all by members who had joined', () => {
    for (const thread of seedThreads) {
      let before = thread.hoursAgo
      expect(thread.hoursAgo, thread.title).toBeLessThanOrEqual(2 * 366 * 24)
      for (const reply of thread.replies) {
        expect(reply.hoursAgo, thread.title).toBeLessThan(before)
        before = reply.hoursAgo
      }
      expect(before).toBeGreaterThan(0)
      for (const post of [thread, ...thread.replies]) {
        expect(post.editedHoursAgo === undefined).toBe(post.editedContent === undefined)
        expect(post.editedHoursAgo ?? 0).toBeLessThan(post.hoursAgo)
        expect(post.editedContent).not.toBe(post.content)
        expect(post.hoursAgo, post.content).toBeLessThan(accountOf(post.author).joinedDaysAgo * 24)
      }
    }
  })

  it('quotes only earlier posts, with the name and words of their authors', () => {
    for (const thread of seedThreads) {
      thread.replies.forEach((reply, index) => {
        const quoted = leadingQuote(reply.content)
        if (reply.quote === undefined) {
          // Only a quote of the opening post has no post number.
          if (quoted === undefined) return
          expect(quoted.name).toBe(accountOf(thread.author).displayName)
          expect(`${thread.content}\n${thread.editedContent ?? ''}`).toContain(plain(quoted.inner))
          return
        }
        expect(reply.quote).toBeGreaterThanOrEqual(2)
        expect(reply.quote).toBeLessThan(index + 2)
        const target = thread.replies[reply.quote - 2]!
        expect(quoted?.name).toBe(accountOf(target.author).displayName)
        const excerpt = plain(quoted!.inner)
        expect(isWithin(excerpt, 200)).toBe(true)
        expect(plain(target.content).startsWith(excerpt.replace(/…$/, '')), reply.content).toBe(true)
      })
    }
  })

  it('closes every quote', () => {
    for (const text of allTexts) expect(() => quoteDepth(text)).not.toThrow()
  })

  it('mentions only existing members', () => {
    const names = new Set<string>(seedAccounts.map(({ username }) => username))
    const mentions = allTexts.flatMap((text) =>
      [...text.matchAll(/(?<![\w.])@(\w+)/g)].map((match) => match[1]!),
    )
    expect(mentions.length).toBeGreaterThan(1)
    for (const mention of mentions) expect(names).toContain(mention)
  })

  it('never repeats a text', () => {
    const long = allReplies.map(({ content }) => content).filter((content) => !isWithin(content, 12))
    expect(new Set(long).size).toBe(long.length)
  })

  it('has posts by every account', () => {
    const writers = new Set([...seedThreads, ...allReplies].map(({ author }) => author))
    expect([...writers].sort()).toEqual(seedAccounts.map(({ username }) => username).sort())
  })
})

describe('the demo community', () => {
  const counts = seedThreads.map(({ replies }) => replies.length)
  const some = (list: SeedReply[], test: (reply: SeedReply) => boolean) => list.some(test)
  const titled = (title: string) => seedThreads.find((thread) => thread.title === title)

  it('pins an announcement of the admin and the H1B thread of the design', () => {
    expect(seedThreads.some((t) => t.pinned && t.board === 2 && t.author === 'admin')).toBe(true)
    const h1b = titled('H1B 抽签没中怎么办？今年第三次了，想听听大家的办法')!
    expect(h1b).toMatchObject({ board: 42, author: 'xiaoli', pinned: true })
    expect(h1b.replies.length).toBeGreaterThanOrEqual(41)
    expect(h1b.editedContent).toContain('外派到温哥华一年')
  })

  it('locks more than one thread, with and without replies', () => {
    const locked = seedThreads.filter((thread) => thread.locked)
    expect(locked.some(({ replies }) => replies.length > 0)).toBe(true)
    expect(locked.some(({ replies }) => replies.length === 0)).toBe(true)
  })

  it('leaves some boards empty, board 72 among them', () => {
    const used = new Set(seedThreads.map(({ board }) => board))
    const empty = seedBoards.filter(({ id }) => isLeaf(id) && !used.has(id)).map(({ id }) => id)
    expect(empty).toContain(72)
    expect(empty.length).toBeLessThanOrEqual(6)
  })

  it('has threads with no replies, several pages of replies, and up to 70', () => {
    const between = (low: number, high: number) => counts.filter((n) => n >= low && n <= high).length
    expect(Math.max(...counts)).toBe(70)
    expect(between(70, 70)).toBe(1)
    expect(between(40, 49)).toBe(1)
    expect(between(21, 30)).toBeGreaterThanOrEqual(5)
    expect(between(0, 10)).toBeGreaterThanOrEqual(30)
    expect(between(0, 0)).toBeGreaterThanOrEqual(2)
  })

  it('has at least six hot threads inside four days and activity within the hour', () => {
    const hot = seedThreads.filter(({ hoursAgo, replies }) => hoursAgo < 96 && replies.length >= 13)
    expect(hot.length).toBeGreaterThanOrEqual(6)
    const lately = seedThreads.filter(
      (thread: SeedThread) => (thread.replies.at(-1)?.hoursAgo ?? thread.hoursAgo) < 1,
    )
    expect(lately.length).toBeGreaterThanOrEqual(6)
    expect(Math.min(...allReplies.map(({ hoursAgo }) => hoursAgo))).toBeLessThanOrEqual(0.02)
    expect(Math.max(...seedThreads.map(({ hoursAgo }) => hoursAgo))).toBeGreaterThan(365 * 24)
  })

  it('has tombstones of both kinds, and edited opening posts and replies', () => {
    expect(some(allReplies, ({ deletedBy }) => deletedBy === 'author')).toBe(true)
    expect(some(allReplies, ({ deletedBy }) => deletedBy === 'moderator')).toBe(true)
    expect(some(allReplies, ({ editedHoursAgo }) => editedHoursAgo !== undefined)).toBe(true)
    expect(seedThreads.some(({ editedHoursAgo }) => editedHoursAgo !== undefined)).toBe(true)
  })

  it('has quotes several levels deep, one of them twelve', () => {
    const depths = allReplies.map(({ content }) => quoteDepth(content))
    expect(Math.max(...depths)).toBe(12)
    expect(depths.filter((depth) => depth >= 3).length).toBeGreaterThan(3)
  })

  it('has a Bilibili and a YouTube link alone on their lines', () => {
    expect(isAloneOnALine(/^https:\/\/www\.bilibili\.com\/video\/BV[A-Za-z0-9]{10}$/)).toBe(true)
    expect(isAloneOnALine(/^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/)).toBe(true)
  })

  it.each(['[b]', '[code]', '[list]', '[spoiler]'])(
    'uses %s, and closes it as often as it opens it',
    (tag) => {
      const close = tag.replace('[', '[/')
      expect(allTexts.some((text) => text.includes(tag))).toBe(true)
      for (const text of allTexts) expect(text.split(tag).length).toBe(text.split(close).length)
    },
  )

  it('has an open report, on a reply of another member that is still shown', () => {
    const reported = allReplies.filter(({ report }) => report !== undefined)
    expect(reported).toHaveLength(1)
    for (const { author, deletedBy, report } of reported) {
      expect(report?.by).not.toBe(author)
      expect(deletedBy).toBeUndefined()
    }
  })

  it('has a title of exactly 200 characters as a reader counts them', () => {
    expect(seedThreads.some(({ title }) => lengthOf(title) === 200)).toBe(true)
  })

  it('has emoji with skin tones and emoji joined from several', () => {
    expect(allTexts.some((text) => /\p{Emoji_Modifier}/u.test(text))).toBe(true)
    expect(
      allTexts.some((text) => /\p{Extended_Pictographic}\u200d\p{Extended_Pictographic}/u.test(text)),
    ).toBe(true)
  })

  it('has a long post of about 3,000 characters', () => {
    expect(seedThreads.some(({ content }) => !isWithin(content, 2_700))).toBe(true)
  })

  it('has one member who always writes traditional characters', () => {
    const simplified = /[们这个说时还没过让给对会吗东车书见话谢谁应该样种觉]/
    const written = [...seedThreads, ...allReplies].filter(({ author }) => author === 'nanfang')
    expect(written.length).toBeGreaterThan(40)
    for (const { content } of written) expect(plain(content)).not.toMatch(simplified)
  })
})

describe('the private messages of the demo', () => {
  it('orders messages between two members by time, and reads them after they were sent', () => {
    for (const { from, to, hoursAgo, readHoursAgo = 0 } of seedMessages) {
      expect(from).not.toBe(to)
      expect(readHoursAgo).toBeLessThan(hoursAgo)
    }
    const hours = seedMessages.map(({ hoursAgo }) => hoursAgo)
    expect(hours).toEqual(hours.toSorted((a, b) => b - a))
    expect(seedMessages.some(({ readHoursAgo }) => readHoursAgo === undefined)).toBe(true)
  })

  it('replies only to earlier messages between the same two members', () => {
    for (const [i, { from, to, replyTo }] of seedMessages.entries()) {
      if (replyTo === undefined) continue
      const parent = seedMessages[replyTo]
      expect(replyTo).toBeLessThan(i)
      expect(new Set([parent?.from, parent?.to])).toEqual(new Set([from, to]))
    }
  })
})
