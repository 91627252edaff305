import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRandom } from './random'

/** HTTP load from wrk, or from autocannon if wrk is missing, each in a separate process. */

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
}

export interface Load {
  url: string
  /** Number of concurrent requests. */
  width: number
  seconds: number
  requests: readonly LoadRequest[]
  /** In order rather than at random. */
  inOrder: boolean
  /** Requests a second, by default as many as there can be. */
  rate?: number | undefined
}

export interface LoadResult {
  requests: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Responses other than 2xx and 3xx, and broken connections. */
  failed: number
}

const here = fileURLToPath(new URL('.', import.meta.url))
const GRACE_MS = 20_000

export class LoadGenerator {
  readonly name: 'wrk' | 'autocannon'

  constructor(
    private readonly folder: string,
    searchPath: string,
  ) {
    const hasWrk = searchPath.split(path.delimiter).some((place) => existsSync(path.join(place, 'wrk')))
    this.name = hasWrk ? 'wrk' : 'autocannon'
  }

  async run(load: Load): Promise<LoadResult> {
    // wrk keeps no rate.
    const isWrk = this.name === 'wrk' && load.rate === undefined
    const plan = path.join(this.folder, isWrk ? 'plan.lua' : 'plan.json')
    await writeFile(plan, isWrk ? luaPlan(load) : JSON.stringify(shuffled(load)))
    try {
      const output = await this.output(load, plan, isWrk)
      const line = /^RESULT (.*)$/m.exec(output)?.[1]
      if (line === undefined) throw new Error(`${this.name} printed no result:\n${output}`)
      return JSON.parse(line) as LoadResult
    } finally {
      await rm(plan, { force: true })
    }
  }

  private output(load: Load, plan: string, isWrk: boolean): Promise<string> {
    const options = ['-t', '1', '-c', String(load.width), '-d', `${load.seconds}s`, '--timeout', '10s']
    const [program, args] = isWrk
      ? ['wrk', [...options, '-s', path.join(here, 'wrk.lua'), load.url, '--', plan]]
      : [process.execPath, ['--import', 'tsx', path.join(here, 'autocannon-process.ts'), plan]]
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const hardEnd = setTimeout(() => child.kill('SIGKILL'), load.seconds * 1_000 + GRACE_MS)
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => {
        clearTimeout(hardEnd)
        if (code === 0) resolve(output)
        else reject(new Error(`${this.name} ended with ${code}:\n${output}`))
      })
    })
  }
}

/** A JSON string is also a Lua string, except for `\u` and `\/`, which `JSON.stringify` writes only for controls. */
const luaString = (text: string) => JSON.stringify(text)

function luaPlan({ requests, inOrder }: Load): string {
  const rows = requests.map(({ method, path: target, headers, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${luaString(name)}]=${luaString(value)}`)
    const content = body === undefined ? '' : `, body=${luaString(body)}`
    return `{method="${method}", path=${luaString(target)}, headers={${fields.join(',')}}${content}}`
  })
  return `return {seed=1, inOrder=${inOrder}, requests={\n${rows.join(',\n')}\n}}\n`
}

/** autocannon sends requests in order, so a load in random order is shuffled first. */
function shuffled(load: Load): Load {
  if (load.inOrder) return load
  const random = createRandom(3)
  const ranked = load.requests.map((request) => ({ request, rank: random.next() }))
  return { ...load, requests: ranked.toSorted((a, b) => a.rank - b.rank).map(({ request }) => request) }
}
