import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { FORUM_ENV } from '../fixtures/community'
import { newDataFolder } from '../fixtures/data-folder'
import { freePort } from '../fixtures/free-port'
import {
  descendants,
  runAdmin,
  startDatabaseProcess,
  startProcess,
  type ForumProcess,
} from '../fixtures/process'
import type { TestRedis } from '../fixtures/redis'
import { Link } from './link'
import { RedisGroup } from './redis-group'

export interface Size {
  apis: number
  gateways: number
}

const RESTART_MS = 200
const MACHINE_FAULTS = fileURLToPath(new URL('machine-faults.mjs', import.meta.url))

/** Faults of the machine of a process. */
interface MachineFaults {
  offsetMs?: number
  isDiskFull?: boolean
}

const ports = (count: number) => Promise.all(Array.from({ length: count }, freePort))
/** The ports in a circle, from one of them on. */
const from = (all: readonly number[], which: number) => {
  const first = which % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}
const numbered = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind} ${i}`)

/** Sends a signal to a process and its children, if they are still there. */
async function signalAll(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  for (const one of [pid, ...(await descendants(pid))]) {
    try {
      process.kill(one, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/**
 * A forum of several processes: redis-server, the database, APIs and gateways, each behind links of its own. Parts are
 * named `redis`, `database`, `api 0`, `gateway 1`; links by who uses them: `api 0 to redis`.
 */
export class Cluster {
  readonly links = new Map<string, Link>()
  private readonly running = new Map<string, ForumProcess>()
  private readonly starts = new Map<string, () => Promise<ForumProcess>>()
  private apiPorts: number[] = []
  private gatewayPorts: number[] = []
  private databaseUrl = ''
  /** Aborted when the cluster stops, for parts that are being started. */
  private readonly stopped = new AbortController()
  private readonly launches = new Set<Promise<ForumProcess>>()
  /** The server that the last fault of Redis has struck. */
  private struckRedis: TestRedis

  private constructor(
    private readonly folder: string,
    private readonly redis: RedisGroup,
  ) {
    this.struckRedis = redis.primary
  }

  /** @param program - the server's program below `.build` */
  static async start({ apis, gateways }: Size, program?: string): Promise<Cluster> {
    const folder = await newDataFolder('forum-chaos-')
    const cluster = new Cluster(folder, await RedisGroup.start(folder))
    try {
      await cluster.startAll(apis, gateways, program)
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  private async startAll(apis: number, gateways: number, program?: string): Promise<void> {
    const { folder } = this
    const databasePort = await freePort()
    ;[this.apiPorts, this.gatewayPorts] = await Promise.all([ports(apis), ports(gateways)])
    this.starts.set('database', () =>
      startDatabaseProcess(
        path.join(folder, 'database'),
        databasePort,
        this.machineOf('database'),
        this.stopped.signal,
      ),
    )
    const { url } = await this.launch('database')
    this.databaseUrl = url
    for (const [i, port] of this.apiPorts.entries()) {
      const toRedis = await this.linkToRedis(`api ${i} to redis`)
      const toDatabase = await this.link(`api ${i} to database`, databasePort)
      const env = {
        ...this.apiEnv(),
        ...this.machineOf(`api ${i}`),
        MONGODB_URI: url.replace(`:${databasePort}`, `:${toDatabase.port}`),
        REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
        PORT: String(port),
      }
      this.starts.set(`api ${i}`, () => startProcess(env, program, this.stopped.signal))
      // The first one prepares the database.
      await this.launch(`api ${i}`)
    }
    for (const [i, port] of this.gatewayPorts.entries()) {
      const toRedis = await this.linkToRedis(`gateway ${i} to redis`)
      const toApi = await this.link(`gateway ${i} to api`, this.apiPorts[i % apis]!)
      const env = {
        ...this.machineOf(`gateway ${i}`),
        ROLE: 'gateway',
        REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
        API_URL: `http://127.0.0.1:${toApi.port}`,
        PORT: String(port),
      }
      this.starts.set(`gateway ${i}`, () => startProcess(env, program, this.stopped.signal))
    }
    await Promise.all(numbered('gateway', gateways).map((part) => this.launch(part)))
  }

  private apiEnv = () => ({ ...FORUM_ENV, ROLE: 'api', DATA_DIR: path.join(this.folder, 'data') })

  /** The processes that faults may strike. */
  get parts(): string[] {
    return ['redis', ...this.starts.keys()]
  }

  /** Opens the links of a page: to an API and to a gateway of its own, and while that is down to the next. */
  async linkPage(page: number): Promise<{ api: string; gateway: string }> {
    const api = await this.link(`page ${page} to apis`, ...from(this.apiPorts, page))
    const gateway = await this.link(`page ${page} to gateways`, ...from(this.gatewayPorts, page))
    return { api: `http://127.0.0.1:${api.port}`, gateway: `http://127.0.0.1:${gateway.port}` }
  }

  /** The addresses of the APIs, without a link. */
  get apiUrls(): string[] {
    return this.apiPorts.map((port) => `http://127.0.0.1:${port}`)
  }

  /** The addresses of the gateways, without a link. */
  get gatewayUrls(): string[] {
    return this.gatewayPorts.map((port) => `http://127.0.0.1:${port}`)
  }

  /** Runs a command of `npm run admin` on the database itself. */
  admin(...command: string[]): Promise<string> {
    return runAdmin(
      { ...this.apiEnv(), MONGODB_URI: this.databaseUrl, REDIS_URL: this.redis.url },
      ...command,
    )
  }

  async kill(part: string): Promise<void> {
    await (part === 'redis' ? this.strikeRedis().kill() : this.running.get(part)?.killAll())
  }

  /** Ends a process with SIGTERM, as a deploy does. */
  async end(part: string): Promise<void> {
    await (part === 'redis' ? this.strikeRedis().kill() : this.running.get(part)?.stop())
  }

  /** Starts a part again at its old address, as a supervisor does: until it stays up. */
  async restart(part: string): Promise<void> {
    if (part === 'redis') return this.struckRedis.restart()
    while (!this.stopped.signal.aborted) {
      try {
        await this.launch(part)
        return
      } catch {
        await wait(RESTART_MS)
      }
    }
  }

  async freeze(part: string): Promise<void> {
    if (part === 'redis') this.strikeRedis().freeze()
    else await signalAll(this.running.get(part)!.pid, 'SIGSTOP')
  }

  async thaw(part: string): Promise<void> {
    if (part === 'redis') this.struckRedis.thaw()
    else await signalAll(this.running.get(part)!.pid, 'SIGCONT')
  }

  /** Kills the primary of Redis and resolves once it is a replica of its successor. */
  failOver(): Promise<void> {
    return this.redis.failOver()
  }

  /** Makes the clock of a process jump, or its disk look full. */
  async disturbMachine(part: string, faults: MachineFaults): Promise<void> {
    const file = this.machineFile(part)
    await writeFile(`${file}.new`, JSON.stringify({ offsetMs: 0, isDiskFull: false, ...faults }))
    await rename(`${file}.new`, file)
  }

  /** The output of every process, for a run that failed. */
  outputs(): string {
    return [...this.running].map(([part, started]) => `--- ${part}\n${started.output()}`).join('\n')
  }

  async stop(): Promise<void> {
    for (const link of this.links.values()) link.stop()
    await Promise.all([...this.running.values()].map((one) => one.killAll()))
    this.stopped.abort()
    await Promise.allSettled(this.launches)
    await this.redis.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  private strikeRedis(): TestRedis {
    this.struckRedis = this.redis.primary
    return this.struckRedis
  }

  private async launch(part: string): Promise<ForumProcess> {
    const launch = this.starts.get(part)!()
    this.launches.add(launch)
    try {
      const started = await launch
      this.running.set(part, started)
      return started
    } finally {
      this.launches.delete(launch)
    }
  }

  private machineFile = (part: string) => path.join(this.folder, `machine of ${part}.json`)

  private machineOf = (part: string) => ({
    NODE_OPTIONS: `--import=${MACHINE_FAULTS}`,
    CHAOS_FAULTS: this.machineFile(part),
  })

  /** A link to the server that Sentinel names. */
  private async linkToRedis(name: string): Promise<Link> {
    const link = await this.link(name, this.redis.port)
    this.redis.onMoved(() => link.moveTo(this.redis.port))
    return link
  }

  private async link(name: string, ...to: number[]): Promise<Link> {
    const link = await Link.start(...to)
    this.links.set(name, link)
    return link
  }
}
