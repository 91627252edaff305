import path from 'node:path'
import { startVitest, type CliOptions, type TestCase, type TestModule, type Vitest } from 'vitest/node'
import type { RunTest } from '../fixtures/coverage-table'

/** The beginning of vitest's message about an error of a worker. */
const OF_WORKER = '[vitest-pool]: Worker '

/** The outcome of one run of vitest. */
export interface Attempt {
  /** The files that failed or did not end, each with what is to be said about it. */
  red: ReadonlyMap<string, readonly string[]>
  /** The run failed for a reason that lies in no file, such as a set-up. */
  hasFailedElsewhere: boolean
  tests: readonly RunTest[]
}

/** Runs tests once, with a set-up of its own. Files are named from the working directory. */
export async function attempt(filters: readonly string[], options: CliOptions): Promise<Attempt> {
  process.exitCode = undefined
  const vitest = await startVitest('test', [...filters], { ...options, watch: false })
  const hasFailed = process.exitCode !== undefined && process.exitCode !== 0
  const modules = vitest.state.getTestModules()
  const red = redFiles(vitest, modules)
  return {
    red,
    hasFailedElsewhere: hasFailed && (red.size === 0 || hasErrorElsewhere(vitest)),
    tests: modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => runTest(nameOf(module.moduleId), test)),
    ),
  }
}

const nameOf = (file: string): string => path.relative('', file)

/** Returns true if a file has run in every project that has it. */
const hasEnded = (ofFile: readonly TestModule[]): boolean =>
  ofFile.length > 0 && ofFile.every((module) => !['pending', 'queued'].includes(module.state()))

function redFiles(vitest: Vitest, modules: readonly TestModule[]): Map<string, string[]> {
  const red = new Map<string, string[]>()
  for (const file of vitest.state.getPaths()) {
    const ofFile = modules.filter(({ moduleId }) => moduleId === file)
    const stray = errorsOf(vitest)
      .filter(({ file: at }) => at === file)
      .map(({ message }) => `an error outside of its tests: ${message}`)
    const reasons = hasEnded(ofFile) ? ofFile.flatMap(failuresOf) : ['it did not end']
    if (reasons.length + stray.length > 0) red.set(nameOf(file), [...reasons, ...stray])
  }
  return red
}

function failuresOf(module: TestModule): string[] {
  if (module.state() !== 'failed') return []
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`,
  )
  const around = [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => `around its tests: ${firstLine(message)}`),
  )
  const reasons = [...tests, ...around]
  return reasons.length > 0 ? reasons : ['it failed without saying why']
}

/** Errors that no test caught, with the file that ran at the time, if any. */
const errorsOf = (vitest: Vitest): { file: string | undefined; message: string }[] =>
  vitest.state.getUnhandledErrors().map((error) => {
    const { VITEST_TEST_PATH: file, message } = error as { VITEST_TEST_PATH?: string; message?: string }
    return { file, message: firstLine(message) }
  })

/** The death of a worker names no file, but leaves one that did not end. */
const hasErrorElsewhere = (vitest: Vitest): boolean =>
  errorsOf(vitest).some(({ file, message }) => file === undefined && !message.startsWith(OF_WORKER))

const firstLine = (message: string | undefined): string => message?.split('\n')[0] ?? 'no message'

function runTest(file: string, test: TestCase): RunTest {
  const groups: string[] = []
  for (let { parent } = test; parent.type === 'suite'; { parent } = parent) groups.push(parent.name)
  return { file, groups, title: test.name, hasPassed: test.result().state === 'passed' }
}
