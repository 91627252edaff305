// `npm test`: runs the tests, then each red file again, alone and with a new set-up. A file that is red only once is
// reported as unsteady with both outcomes. The run fails if a file is red twice or more than three are unsteady.
// `--seeds N` runs long schedules with N times as many seeds.
import { parseCLI, type CliOptions } from 'vitest/node'
import { namedTests, notPassed, promises } from '../fixtures/coverage-table'
import { attempt, type Attempt } from './attempt'
import { isRepeated, judge } from './verdict'

/** Vitest may have left something open; a run that is over ends all the same. */
const LINGER_MS = 10_000

/** Time for one seed's share of a test; it only ends a hanging one. */
const PER_SEED_MS = 600_000

const { seeds, rest } = takeSeeds(process.argv.slice(2))
const { filter, options: given } = parseCLI(['vitest', 'run', ...rest])
const options: CliOptions =
  seeds === 1 ? given : { ...given, provide: { seeds }, testTimeout: seeds * PER_SEED_MS }
const first = await attempt(filter, options)
const again = new Map<string, Attempt>()
if (isRepeated(first))
  for (const file of first.red.keys()) {
    process.stdout.write(`\nRunning ${file} again, alone\n`)
    again.set(file, await attempt([file], alone(options)))
  }
const { hasPassed, lines } = judge(first, again)
const missing = hasPassed && isWhole() ? notPassed(namedTests(promises()), lastOutcomes()) : []
if (missing.length > 0) lines.push('Named in docs/specification-coverage.md, but not passed:', ...missing)
if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`)
process.exitCode = hasPassed && missing.length === 0 ? 0 : 1
setTimeout(() => process.exit(), LINGER_MS).unref()

/** Separates this program's own option from those of vitest. */
function takeSeeds(args: readonly string[]): { seeds: number; rest: string[] } {
  const at = args.indexOf('--seeds')
  if (at === -1) return { seeds: 1, rest: [...args] }
  const seeds = Number(args[at + 1])
  if (!Number.isInteger(seeds) || seeds < 1) throw new Error('--seeds takes a whole number from 1')
  return { seeds, rest: args.toSpliced(at, 2) }
}

/** Returns the options without those that choose among files, for a file that is run by its name. */
function alone({ shard: _shard, changed: _changed, related: _related, ...rest }: CliOptions): CliOptions {
  return rest
}

/** Returns true if the run had all tests of all projects. */
function isWhole(): boolean {
  const { project, shard, testNamePattern, changed } = options
  return filter.length === 0 && [project, shard, testNamePattern, changed].every((one) => one === undefined)
}

function lastOutcomes() {
  const steady = first.tests.filter(({ file }) => !again.has(file))
  return [...steady, ...[...again.values()].flatMap(({ tests }) => tests)]
}
