import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { parseSync } from 'oxc-parser'

/** The production files that the simulation runs. */
const FILES = ['thread-log.ts', 'delivery.ts', 'counting.ts', 'log-event.ts']
/** A mutant that runs longer than this loops for ever. */
const MUTANT_TIMEOUT_MS = 10_000
const PROGRAM = 'program.mjs'

export interface Statement {
  file: string
  start: number
  end: number
  /** The file, the statement's first line, and its place among equal ones. */
  name: string
}

const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

/** Declarations are left out: what uses a missing one does not run at all. */
const isStatement = ({ type }: Node) => type.endsWith('Statement') && type !== 'BlockStatement'

/** Every statement inside a function or method of the production files. */
export function statements(): Statement[] {
  const seen = new Map<string, number>()
  /** Numbers equal statements by their order in the file. */
  const nameOf = (line: string) => {
    const place = (seen.get(line) ?? 0) + 1
    seen.set(line, place)
    return place === 1 ? line : `${line} (${place})`
  }
  return FILES.flatMap((file) => {
    const source = readFileSync(pathOf(file), 'utf8')
    const found: Statement[] = []
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) for (const item of value) visit(item)
      else if (isNode(value)) {
        const { start, end } = value
        const [firstLine = ''] = source.slice(start, end).split('\n')
        if (isStatement(value)) found.push({ file, start, end, name: nameOf(`${file}: ${firstLine}`) })
        for (const child of Object.values(value)) visit(child)
      }
    }
    visit(parseSync(file, source).program.body)
    return found
  })
}

/** The file with a switch before each of its statements: `mutant` names the one that is taken out. */
function switchable(file: string, all: readonly Statement[]): string {
  const inserts = all.flatMap((statement, i) =>
    statement.file === file
      ? [
          { at: statement.start, order: 1, text: `{if (globalThis.mutant !== ${i}) ` },
          { at: statement.end, order: 0, text: '}' },
        ]
      : [],
  )
  // Where one statement ends and another starts, the end comes first. Outer ones start before inner ones.
  inserts.sort((a, b) => a.at - b.at || a.order - b.order)
  let at = 0
  let result = ''
  const source = readFileSync(pathOf(file), 'utf8')
  for (const insert of inserts) {
    result += source.slice(at, insert.at) + insert.text
    at = insert.at
  }
  return result + source.slice(at)
}

export interface Run {
  /** The index of the statement that is taken out; -1 for none. */
  mutant: number
  lives: number
}

/** Runs simulations of the production code, whole or without a statement, in a process of its own. */
export class MutantRunner {
  private constructor(private readonly folder: string) {}

  static async open(): Promise<MutantRunner> {
    const all = statements()
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('./program.ts', import.meta.url))],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      plugins: [
        {
          name: 'switches',
          setup: (plugin) => {
            plugin.onLoad({ filter: /\.ts$/ }, ({ path }) => {
              const file = FILES.find((name) => pathOf(name) === path)
              return file === undefined ? null : { contents: switchable(file, all), loader: 'ts' }
            })
          },
        },
      ],
    })
    const folder = await mkdtemp(path.join(tmpdir(), 'log-mutants-'))
    await writeFile(path.join(folder, PROGRAM), outputFiles[0]?.text ?? '')
    return new MutantRunner(folder)
  }

  /**
   * Returns what broke, or null where nothing did. A process can be killed in any state: without some statements the
   * log never yields again.
   */
  run(run: Run): Promise<string | null> {
    const child = fork(path.join(this.folder, PROGRAM), [JSON.stringify(run)], { execArgv: [] })
    return new Promise((resolve) => {
      const timeout = setTimeout(() => {
        child.kill('SIGKILL')
        resolve('it never comes to rest')
      }, MUTANT_TIMEOUT_MS)
      child.once('message', (broken: string | null) => {
        clearTimeout(timeout)
        child.kill('SIGKILL')
        resolve(broken)
      })
      child.once('exit', (code) => {
        clearTimeout(timeout)
        resolve(`ended with ${code}`)
      })
    })
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}
