import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'runner-'))
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'vitest.config.js'), 'export default { test: { isolate: false } }')
})
afterEach(() => rm(folder, { recursive: true }))

const plant = (file: string, body: string) =>
  writeFile(
    path.join(folder, file),
    `import { existsSync, writeFileSync } from 'node:fs'
    import { expect, it } from 'vitest'
    const isFirst = (name) => { const is = !existsSync(name); writeFileSync(name, ''); return is }
    ${body}`,
  )
const GREEN = `it('holds', () => {})`
const RED = `it('holds', () => expect(1).toBe(2))`
const redOnce = (name: string) => `it('holds', () => expect(isFirst('${name}')).toBe(false))`

/** Runs the planted files by the runner of `npm test`. */
async function run(...args: string[]): Promise<{ code: number; stdout: string }> {
  const program = ['--import', 'tsx', path.join(import.meta.dirname, 'main.ts'), '.test.js', ...args]
  const options = { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: '1' } }
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, program, options)) }
  } catch (error) {
    return error as { code: number; stdout: string }
  }
}

it('runs red files again alone, names those that are red once as unsteady and fails for one that stays red', async () => {
  await plant('green.test.js', GREEN)
  await plant('once.test.js', redOnce('once'))
  await plant('stray.test.js', `${GREEN}\nif (isFirst('stray')) Promise.reject(new Error('nobody waits'))`)

  const steady = await run()
  expect(steady.stdout).toMatch(
    /^unsteady: once\.test\.js\n {2}first: holds: expected true to be false.*\n {2}alone: passed$/m,
  )
  expect(steady.stdout).toMatch(
    /^unsteady: stray\.test\.js\n {2}first: an error outside of its tests: nobody waits\n {2}alone: passed$/m,
  )
  expect(steady.stdout).not.toContain('Running green.test.js again')
  expect(steady.code).toBe(0)

  await plant('red.test.js', RED)
  const red = await run()
  expect(red.stdout).toMatch(
    /^failed: red\.test\.js\n {2}first: holds: expected 1 to be 2.*\n {2}alone: holds: expected 1 to be 2/m,
  )
  expect(red.code).toBe(1)
})

it('runs a file again whose process died', async () => {
  await plant('dies.test.js', `${GREEN}\nif (isFirst('dies')) process.kill(process.pid, 'SIGKILL')`)
  const { code, stdout } = await run()
  expect(stdout).toMatch(/^unsteady: dies\.test\.js\n {2}first: it did not end\n {2}alone: passed$/m)
  expect(code).toBe(0)
})

it('fails for an error that lies in no file, beside a file whose process died', async () => {
  await plant(
    'dies.test.js',
    `${GREEN}
    it('dies once something is reported', async () => {
      while (!existsSync('reported')) await new Promise((wait) => setTimeout(wait, 10))
      if (isFirst('dies')) process.kill(process.pid, 'SIGKILL')
    })`,
  )
  await writeFile(
    path.join(folder, 'reporter.js'),
    `import { existsSync, writeFileSync } from 'node:fs'
    export default class {
      onTestCaseResult() {
        if (existsSync('reported')) return
        writeFileSync('reported', '')
        throw new Error('no space left')
      }
    }`,
  )
  const { code, stdout } = await run('--reporter', './reporter.js')
  expect(stdout).toMatch(/^unsteady: dies\.test\.js\n {2}first: it did not end\n {2}alone: passed$/m)
  expect(code).toBe(1)
})

it('fails for a file that is red in one of two projects, beside one that is unsteady', async () => {
  await plant('both.test.js', `it('holds', () => expect(process.env.WHICH).toBe('first'))`)
  await plant('once.test.js', redOnce('once'))
  const project = (name: string, include: string[]) => ({ test: { name, include, env: { WHICH: name } } })
  const projects = [project('first', ['*.test.js']), project('second', ['both.test.js'])]
  await writeFile(
    path.join(folder, 'vitest.config.js'),
    `export default { test: { projects: ${JSON.stringify(projects)} } }`,
  )
  const { code, stdout } = await run()
  expect(stdout).toMatch(/^unsteady: once\.test\.js$/m)
  expect(stdout).toMatch(/^failed: both\.test\.js\n {2}first: holds: expected 'second' to be 'first'/m)
  expect(code).toBe(1)
})

it('fails a run of which four files are unsteady', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await plant(`${name}.test.js`, redOnce(name))
  const { code, stdout } = await run()
  expect(stdout.match(/^unsteady: /gm)).toHaveLength(4)
  expect(stdout).toContain('4 files are unsteady; more than 3 fail the run')
  expect(code).toBe(1)
})

it('hands the number of seeds to the tests, and time for all of them', async () => {
  await plant(
    'seeds.test.js',
    `import { inject } from 'vitest'
    it('holds', ({ task }) => expect([inject('seeds'), task.timeout]).toEqual([3, 1_800_000]))`,
  )
  expect(await run('--seeds', '3')).toMatchObject({ code: 0 })
  expect(await run('--seeds', 'many')).toMatchObject({ code: 1 })
})

it('fails a run whose set-up fails', async () => {
  await plant('green.test.js', GREEN)
  await writeFile(path.join(folder, 'setup.js'), 'export default () => { throw new Error("no database") }')
  const { code } = await run('--globalSetup', 'setup.js')
  expect(code).toBe(1)
})
