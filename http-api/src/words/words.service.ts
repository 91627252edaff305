import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { GivenWord, Word, WordAction } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { WORD_HIT_DAYS } from '@forum/shared/limits'
import { mayAdminister } from '@forum/shared/policies'
import { countCharacters, cutCharacters, WordMatcher, wordKey, type WordMatch } from '@forum/shared/text'
import type { MemberQueries } from '../members'
import { RevisedDocument, type ModerationLog } from '../record'
import { authorize } from '../platform/http/authorize'
import type { InBackground } from '../platform/work/background-work'
import type { Copies } from '../platform/work/copies'
import type { Collection } from '../platform/mongo/model'
import type { Viewer } from '../platform/http/viewer'
import type { StoredWord, WordHitsDoc, WordListDoc } from './words.model'

/** The part of a change that the log quotes. */
const LOGGED_LENGTH = 2_000

type Match = WordMatch<FilterWord>
/** A word as the matcher needs it. */
type FilterWord = Pick<StoredWord, 'pattern' | 'action' | 'replacement'>

/** Texts as they may be stored. */
export class Screened<Texts extends Record<string, string | undefined>> {
  constructor(
    readonly texts: Texts,
    private readonly isBlocked: boolean,
    /** True if a moderator has to approve them. */
    readonly mustWait: boolean,
  ) {}

  /**
   * Returns the texts as they are to be stored at once, where nothing can wait for approval.
   *
   * @throws ForumError `CONTENT_BLOCKED`, which does not say for which word
   */
  allowed(): Texts {
    if (this.mustWait) throw new ForumError('CONTENT_BLOCKED')
    return this.unblocked()
  }

  /**
   * Returns the texts as they are to be stored, once they need not wait or have been approved.
   *
   * @throws ForumError `CONTENT_BLOCKED`, which does not say for which word
   */
  unblocked(): Texts {
    if (this.isBlocked) throw new ForumError('CONTENT_BLOCKED')
    return this.texts
  }
}

/** The word filter. */
export class Words {
  private readonly document: RevisedDocument<WordListDoc, WordMatcher<FilterWord>>

  constructor(
    private readonly deps: {
      db: { wordLists: Collection<WordListDoc>; wordHits: Collection<WordHitsDoc> }
      members: MemberQueries
      log: ModerationLog
      clock: Clock
      copies: Copies
      inBackground: InBackground
    },
  ) {
    const { db, log, clock, copies } = deps
    this.document = new RevisedDocument({
      clock,
      copies,
      collection: db.wordLists,
      log,
      missing: { words: [], revision: 0 },
      contentOf: ({ words }) => matcherOf(words),
    })
  }

  /**
   * Returns what becomes of texts that are to be stored. The strongest action of any word in them decides.
   *
   * @param isCounted false for texts that are screened again before they are stored
   */
  async screen<Texts extends Record<string, string | undefined>>(
    texts: Texts,
    { isCounted = true } = {},
  ): Promise<Screened<Texts>> {
    const matcher = await this.document.current()
    const found = Object.entries(texts).map(([name, text]) => ({
      name,
      text,
      matches: text === undefined ? [] : matcher.find(text),
    }))
    if (isCounted) this.count(found.flatMap(({ matches }) => matches))
    const has = (action: WordAction) =>
      found.some(({ matches }) => matches.some(({ word }) => word.action === action))
    const screened = Object.fromEntries(
      found.map(({ name, text, matches }) => [
        name,
        text === undefined ? undefined : replaced(text, matches),
      ]),
    )
    return new Screened(screened as Texts, has('block'), has('hold'))
  }

  /** Returns where a text contains words of the filter: the beginning and the end of each, in order. */
  async placesIn(text: string): Promise<[from: number, to: number][]> {
    const found = (await this.document.current()).find(text)
    return found.map(({ from, to }): [number, number] => [from, to]).toSorted(([a], [b]) => a - b)
  }

  /**
   * Returns the words with their hits.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async list({ actor }: Viewer): Promise<{ words: Word[]; revision: number }> {
    authorize(mayAdminister(actor))
    return this.present(await this.document.read())
  }

  /**
   * Replaces the words.
   *
   * @param revision that of the list on which the change is based
   * @throws ForumError `FORBIDDEN`, `CONFLICT` if the list has changed since
   */
  async set(
    { actor }: Viewer,
    given: readonly GivenWord[],
    revision: number | undefined,
  ): Promise<{ words: Word[]; revision: number }> {
    authorize(mayAdminister(actor))
    const added = { addedBy: actor.id, addedAt: this.deps.clock.now() }
    const { result } = await this.document.change((before) => {
      if (revision !== undefined && revision !== before.revision) throw new ForumError('CONFLICT')
      const stored = new Map(before.words.map((word) => [wordKey(word.pattern), word]))
      const words = given.map(({ pattern, action, replacement = '' }): StoredWord => {
        const same = stored.get(wordKey(pattern))
        const isSame = same?.action === action && same.replacement === replacement
        const { addedBy, addedAt } = isSame ? same : added
        return { pattern, action, replacement, addedBy, addedAt }
      })
      const changes = changesOf(before.words, words)
      return {
        result: { words, revision: before.revision + 1 },
        change: { act: { actorId: actor.id, action: 'set_words', target: 'words', changes }, set: { words } },
      }
    })
    return this.present(result)
  }

  /**
   * Returns what the filter does to a text, with its words or with those given.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async test({ actor }: Viewer, text: string, given: readonly GivenWord[] | undefined) {
    authorize(mayAdminister(actor))
    const matcher = given ? matcherOf(given.map(withReplacement)) : await this.document.current()
    const matches = matcher.find(text)
    return {
      text: replaced(text, matches),
      matches: matches.map(({ word: { pattern, action }, from, to }) => ({ pattern, action, from, to })),
    }
  }

  private async present({ words, revision }: Pick<WordListDoc, 'words' | 'revision'>) {
    const { members } = this.deps
    const [people, hits] = await Promise.all([
      members.people(words.map(({ addedBy }) => addedBy)),
      this.hits(),
    ])
    return {
      revision,
      words: words.map(({ pattern, action, replacement, addedBy, addedAt }) => ({
        pattern,
        action,
        replacement,
        hits: hits.get(wordKey(pattern)) ?? 0,
        addedBy: people.summary(addedBy),
        addedAt: addedAt.toISOString(),
      })),
    }
  }

  /** Returns the hits of the last seven days, today included, by word. */
  private async hits(): Promise<ReadonlyMap<string, number>> {
    const { db, clock } = this.deps
    const today = dayOf(clock.now()).getTime()
    const rows = db.wordHits.aggregate<{ _id: string; hits: number }>([
      { $match: { day: { $gt: new Date(today - WORD_HIT_DAYS * DAY_MS) } } },
      { $group: { _id: '$key', hits: { $sum: '$hits' } } },
    ])
    const hits = new Map<string, number>()
    for await (const { _id, hits: count } of rows) hits.set(_id, count)
    return hits
  }

  /** Counts each word of a text once, without delaying its writer. */
  private count(matches: readonly Match[]): void {
    const keys = new Set(matches.map(({ word }) => wordKey(word.pattern)))
    if (keys.size === 0) return
    const { db, clock, inBackground } = this.deps
    const day = dayOf(clock.now())
    inBackground(
      db.wordHits.bulkWrite(
        Array.from(keys, (key) => ({
          updateOne: {
            filter: { _id: `${key} ${day.toISOString().slice(0, 10)}` },
            update: { $inc: { hits: 1 }, $setOnInsert: { key, day } },
            upsert: true,
          },
        })),
        { ordered: false },
      ),
    )
  }

  /** Removes hits that are no longer shown. */
  async prune(): Promise<void> {
    const { db, clock } = this.deps
    const day = { $lt: new Date(clock.now().getTime() - (WORD_HIT_DAYS + 1) * DAY_MS) }
    await db.wordHits.deleteMany({ day })
  }
}

const withReplacement = ({ pattern, action, replacement = '' }: GivenWord): FilterWord => ({
  pattern,
  action,
  replacement,
})

const matcherOf = (words: readonly FilterWord[]): WordMatcher<FilterWord> =>
  new WordMatcher(words.map((word) => [word.pattern, word]))

const dayOf = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)

/** Returns a text with its words replaced: the leftmost first, of those the longest. */
function replaced(text: string, matches: readonly Match[]): string {
  const chosen = matches
    .filter(({ word }) => word.action === 'replace')
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
  let result = ''
  let end = 0
  for (const { word, from, to } of chosen) {
    if (from < end) continue
    result += text.slice(end, from) + replacementOf(word, text.slice(from, to))
    end = to
  }
  return result + text.slice(end)
}

/** A replacement is never longer than what it replaces, so that no text outgrows its limit. */
function replacementOf({ replacement }: FilterWord, found: string): string {
  const length = countCharacters(found)
  return replacement === '' ? '*'.repeat(length) : cutCharacters(replacement, length)
}

/** Returns which words a change adds and removes, for the log. */
function changesOf(before: readonly StoredWord[], after: readonly StoredWord[]) {
  const said = ({ pattern, action, replacement }: FilterWord) => `${pattern} ${ACTION[action]}${replacement}`
  const [was, is] = [before, after].map((words) => new Set(words.map(said)))
  const only = (of: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined) =>
    cutCharacters([...(of ?? [])].filter((word) => !other?.has(word)).join('\n'), LOGGED_LENGTH) || null
  return [{ field: 'words', before: only(was, is), after: only(is, was) }]
}

const ACTION: Record<WordAction, string> = { block: '!', hold: '…', replace: '→ ', flag: '?' }
