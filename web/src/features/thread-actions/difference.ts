import { diffArrays } from 'diff'

export interface DifferencePart {
  kind: 'same' | 'removed' | 'added' | 'left out'
  text: string
}

/** Text that did not change is shown this far around what did, in characters. */
const AROUND = 60
/** Time limit: beyond it the texts have so little in common that one is shown as replacing the other. */
const TIME_OUT_MS = 400

const wordsOf = (text: string): string[] =>
  [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(({ segment }) => segment)

/** Returns what makes one text into another, with long stretches that did not change left out. */
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

/** The first words, up to `AROUND` characters; `isBackwards` where they come from the end. */
function beginningOf(words: readonly string[], isBackwards = false): string {
  let text = ''
  for (const word of words) {
    if (text.length + word.length > AROUND) break
    text = isBackwards ? word + text : text + word
  }
  return text
}
