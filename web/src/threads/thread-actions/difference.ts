import { diffArrays } from 'diff'

export interface DifferencePart {
  kind: 'same' | 'removed' | 'added' | 'left out'
  text: string
}

/** Number of unchanged characters shown around each change. */
const AROUND = 60
/** Time limit: texts that take longer have so little in common that one is shown as replacing the other. */
const TIME_OUT_MS = 400

/** A Chinese character, a word of letters, or the text between words; for browsers that cannot segment. */
const WORD = /\p{Script=Han}\p{M}*|[^\p{Script=Han}\s]+|\s+/gu

const wordsOf = (text: string): string[] =>
  (Intl as Partial<typeof Intl>).Segmenter === undefined
    ? (text.match(WORD) ?? [])
    : Array.from(new Intl.Segmenter('zh', { granularity: 'word' }).segment(text), ({ segment }) => segment)

/** Returns the changes that turn one text into the other, with long unchanged stretches omitted. */
export function differenceOf(before: string, after: string): DifferencePart[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: TIME_OUT_MS }) ?? [
    { removed: true, added: false, value: [before] },
    { removed: false, added: true, value: [after] },
  ]
  return changes.flatMap(({ removed, added, value }, index): DifferencePart[] => {
    const text = value.join('')
    if (removed) return [{ kind: 'removed', text }]
    if (added) return [{ kind: 'added', text }]
    return shortened(value, index === 0, index === changes.length - 1)
  })
}

/** Keeps only the parts of an unchanged stretch next to a change. */
function shortened(words: readonly string[], isFirst: boolean, isLast: boolean): DifferencePart[] {
  const text = words.join('')
  if (text.length <= 3 * AROUND) return [{ kind: 'same', text }]
  const parts: DifferencePart[] = [
    { kind: 'same', text: isFirst ? '' : beginningOf(words) },
    { kind: 'left out', text: '' },
    { kind: 'same', text: isLast ? '' : beginningOf(words.toReversed(), true) },
  ]
  return parts.filter(({ kind, text: part }) => kind === 'left out' || part !== '')
}

/** Returns the first words, up to `AROUND` characters; `isBackwards` if they are in reverse order. */
function beginningOf(words: readonly string[], isBackwards = false): string {
  let text = ''
  for (const word of words) {
    if (text.length + word.length > AROUND) break
    text = isBackwards ? word + text : text + word
  }
  return text
}
