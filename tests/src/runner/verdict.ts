import type { Attempt } from './attempt'

/** More files than this may not be unsteady in one run. */
const MOST_UNSTEADY = 3
/** More red files than this are a fault, which running them again would only delay. */
const MOST_REPEATED = 10

export interface Verdict {
  hasPassed: boolean
  /** The lines to print about files that were red. */
  lines: string[]
}

/** Returns true if the red files of a run are run again, each alone. */
export const isRepeated = (first: Attempt): boolean => first.red.size <= MOST_REPEATED

/**
 * Judges a run by what came of its red files when each ran again alone: one that is red twice fails the run, one that
 * is not is unsteady.
 */
export function judge(first: Attempt, again: ReadonlyMap<string, Attempt>): Verdict {
  const lines: string[] = []
  let unsteady = 0
  let failed = 0
  for (const [file, reasons] of first.red) {
    const alone = again.get(file)
    const isUnsteady = alone !== undefined && alone.red.size === 0 && !alone.hasFailedElsewhere
    if (isUnsteady) unsteady += 1
    else failed += 1
    lines.push(
      `${isUnsteady ? 'unsteady' : 'failed'}: ${file}`,
      ...reasons.map((reason) => `  first: ${reason}`),
    )
    if (!alone) lines.push('  alone: not run, because too many files failed')
    else if (isUnsteady) lines.push('  alone: passed')
    else lines.push(...[...alone.red.values()].flat().map((reason) => `  alone: ${reason}`))
  }
  if (unsteady > MOST_UNSTEADY)
    lines.push(`${unsteady} files are unsteady; more than ${MOST_UNSTEADY} fail the run`)
  if (first.hasFailedElsewhere) lines.push('failed: something outside of the test files, printed above')
  return { hasPassed: failed === 0 && unsteady <= MOST_UNSTEADY && !first.hasFailedElsewhere, lines }
}
