// `npm test`: runs the tests, then each red file again, alone and with a new set-up. A file that is red only once is
// reported as unsteady with both outcomes. The run fails if a file is red twice or more than three are unsteady.
import { parseCLI, type CliOptions } from 'vitest/node'
import { namedTests, notPassed, promises } from '../fixtures/coverage-table'
import { attempt, type Attempt } from './attempt'
import { isRepeated, judge } from './verdict'

/** Vitest may have left something open; a run that is over ends all the same. */
const LINGER_MS = 10_000

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
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

/** What chooses among files does not apply to a file that is run by its name. */
function alone({ shard: _shard, changed: _changed, related: _related, ...rest }: CliOptions): CliOptions {
  return rest
}

/** Whether the run had all tests of all projects. */
function isWhole(): boolean {
  const { project, shard, testNamePattern, changed } = options
  return filter.length === 0 && [project, shard, testNamePattern, changed].every((one) => one === undefined)
}

function lastOutcomes() {
  const steady = first.tests.filter(({ file }) => !again.has(file))
  return [...steady, ...[...again.values()].flatMap(({ tests }) => tests)]
}
