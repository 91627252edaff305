import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { parseSync } from 'oxc-parser'
import { ALIVE, type Broken, type Run } from './run'

/** The production files that the simulation runs. */
const FILES = ['thread-log.ts', 'delivery.ts', 'counting.ts', 'log-event.ts']
/** A process that computes for longer than this without a message will never yield again. */
const COMPUTING_MAX_MS = 2_000
const WATCH_INTERVAL_MS = 250
const PROGRAM = 'program.mjs'

export interface Statement {
  file: string
  start: number
  end: number
  /** The file, the statement's first line, and its index among equal ones. */
  name: string
}

const pathOf = (file: string) => fileURLToPath(new URL(`../../src/log/${file}`, import.meta.url))

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

/** Declarations are excluded: code that uses a missing declaration does not run at all. */
const isStatement = ({ type }: Node) => type.endsWith('Statement') && type !== 'BlockStatement'

/** Returns every statement inside a function or method of the production files. */
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

/** Returns the file with a switch before each of its statements: `mutant` is the one that is skipped. */
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

const CLOCK_TICK_MS = 10

/**
 * Returns how long a process has computed. Time for which a busy machine leaves it waiting does not count, except where
 * the system does not say.
 */
function computingMs({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return performance.now()
  // The name of the program, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const [user, system] = fields.slice(11, 13)
  return (Number(user) + Number(system)) * CLOCK_TICK_MS
}

/** Whether a run has left something behind in its process, such as an endless loop. */
const isSpoiled = (broken: Broken) => broken?.includes('never comes to rest') ?? false

/**
 * Runs simulations of the production code, complete or without one statement, in a process that can be killed in any
 * state: without some statements the log never yields again. The process serves one run after the other until a run
 * spoils it.
 */
export class MutantRunner {
  private child: ChildProcess | null = null

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

  /** Returns what broke, or null. Only one run at a time. */
  async run(run: Run): Promise<Broken> {
    this.child ??= fork(path.join(this.folder, PROGRAM), [], { execArgv: [] })
    const { child } = this
    const broken = await new Promise<Broken>((resolve) => {
      let before = computingMs(child)
      const end = (result: Broken) => {
        clearInterval(watch)
        child.removeAllListeners()
        resolve(result)
      }
      const watch = setInterval(() => {
        if (computingMs(child) - before > COMPUTING_MAX_MS) end('it never comes to rest')
      }, WATCH_INTERVAL_MS)
      child.on('message', (message: Broken) => {
        if (message === ALIVE) before = computingMs(child)
        else end(message)
      })
      child.once('exit', (code) => end(`it never comes to rest: it ended with ${code}`))
      child.send(run)
    })
    if (isSpoiled(broken)) this.endChild()
    return broken
  }

  private endChild(): void {
    this.child?.kill('SIGKILL')
    this.child = null
  }

  async close(): Promise<void> {
    this.endChild()
    await rm(this.folder, { recursive: true, force: true })
  }
}
