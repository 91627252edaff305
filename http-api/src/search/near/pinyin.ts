import { canonicalCharacter } from '@forum/shared/text'

/** The common Chinese characters: the first level of GB 2312, in the order of its codes. */
const COMMON = { rows: [0xb0, 0xd7], cells: [0xa1, 0xfe] } as const
/** The last row is not full. */
const UNUSED = '\ue000'
/** Longest syllable: `zhuang`. */
const SYLLABLE_MAX = 6

/** The common characters of each syllable, without tones; `v` stands for `ü`, as people type it. */
export type Syllables = ReadonlyMap<string, readonly string[]>

async function readSyllables(): Promise<Syllables> {
  const codes: number[] = []
  for (let row = COMMON.rows[0]; row <= COMMON.rows[1]; row += 1) {
    for (let cell = COMMON.cells[0]; cell <= COMMON.cells[1]; cell += 1) codes.push(row, cell)
  }
  const characters = Array.from(new TextDecoder('gbk').decode(Uint8Array.from(codes))).filter(
    (character) => character < UNUSED,
  )
  // Loaded on first use: its dictionaries take 5 MB.
  const { polyphonic } = await import('pinyin-pro')
  const readings = polyphonic(characters.join(''), { toneType: 'none', type: 'array', v: true })
  const syllables = new Map<string, string[]>()
  for (const [i, character] of characters.entries()) {
    for (const syllable of new Set(readings[i])) {
      const same = syllables.get(syllable) ?? []
      if (same.length === 0) syllables.set(syllable, same)
      const canonical = canonicalCharacter(character)
      if (!same.includes(canonical)) same.push(canonical)
    }
  }
  return syllables
}

let loading: Promise<Syllables> | null = null

/** Returns the syllables of Chinese. A failure to load them is not remembered. */
export function loadSyllables(): Promise<Syllables> {
  loading ??= readSyllables().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Splits a word into syllables, the fewest and of those the longest first; null if it has other parts. */
export function splitSyllables(word: string, syllables: Syllables): string[] | null {
  const best: (string[] | null)[] = [[]]
  for (let end = 1; end <= word.length; end += 1) {
    best[end] = null
    for (let start = Math.max(0, end - SYLLABLE_MAX); start < end; start += 1) {
      const before = best[start]
      const syllable = word.slice(start, end)
      if (!before || !syllables.has(syllable)) continue
      const length = best[end]?.length ?? Infinity
      if (before.length + 1 <= length) best[end] = [...before, syllable]
    }
  }
  return best[word.length] ?? null
}

/**
 * Chooses the characters of syllables whose neighbours are most often written together.
 *
 * @param candidates the characters of each syllable
 * @param countOf how often two characters are neighbours
 */
export function likeliest(
  candidates: readonly (readonly string[])[],
  countOf: (pair: string) => number,
): string | null {
  let paths: { text: string; score: number }[] = (candidates[0] ?? []).map((text) => ({ text, score: 0 }))
  for (const next of candidates.slice(1)) {
    paths = next.flatMap((character) => {
      let best: { text: string; score: number } | null = null
      for (const { text, score } of paths) {
        const count = countOf((Array.from(text).at(-1) ?? '') + character)
        const with_ = score + Math.log(1 + count)
        if (!best || with_ > best.score) best = { text: text + character, score: with_ }
      }
      return best ?? []
    })
  }
  const found = paths.reduce<{ text: string; score: number } | null>(
    (best, path) => (path.score > (best?.score ?? 0) ? path : best),
    null,
  )
  return found?.text ?? null
}
