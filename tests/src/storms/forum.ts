import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import { Community, FORUM_ENV, type Person } from '../fixtures/community'
import { newDataFolder } from '../fixtures/data-folder'
import { freePort } from '../fixtures/free-port'
import { startDatabaseProcess, startProcess, type ForumProcess } from '../fixtures/process'
import { startRedis, type TestRedis } from '../fixtures/redis'

export type ForumPart = `${'api' | 'gateway'} ${number}`
const partsOf = (kind: 'api' | 'gateway', count: number) =>
  Array.from({ length: count }, (_, i): ForumPart => `${kind} ${i}`)
const APIS = partsOf('api', 2)

/** The work of Redis since its start. */
export interface RedisWork {
  commands: number
  /** Processor time in milliseconds. */
  cpuMs: number
  sentBytes: number
}

const MEMBERS = 8
/** The kernel's unit of processor time, in milliseconds. */
const TICK_MS = 10

/**
 * Two APIs and some gateways behind a proxy that names the address of each reader, with a database and a redis-server of
 * their own. Limits apply once `applyLimits` was called.
 */
export class StormForum {
  private readonly running = new Map<ForumPart, ForumProcess>()
  private readonly starts = new Map<ForumPart, () => Promise<ForumProcess>>()
  private isLimited = false
  private members: Person[] = []
  private acts = 0

  private constructor(
    private readonly folder: string,
    readonly redis: TestRedis,
    private readonly database: ForumProcess,
    private readonly gatewayParts: readonly ForumPart[],
  ) {}

  static async start(gateways: number): Promise<StormForum> {
    const folder = await newDataFolder('forum-storms-')
    const redis = await startRedis()
    const database = await startDatabaseProcess(path.join(folder, 'database'), await freePort())
    const forum = new StormForum(folder, redis, database, partsOf('gateway', gateways))
    for (const part of forum.parts) {
      const PORT = String(await freePort())
      const env = part.startsWith('api')
        ? { ...FORUM_ENV, ROLE: 'api', DATA_DIR: path.join(folder, 'data'), MONGODB_URI: database.url }
        : { ROLE: 'gateway', API_URL: forum.urlOf('api 0') }
      forum.starts.set(part, () =>
        startProcess({
          ...env,
          RATE_LIMITS: forum.isLimited ? 'on' : 'off',
          TRUST_PROXY: '1',
          REDIS_URL: redis.url,
          PORT,
        }),
      )
      await forum.restart(part)
    }
    for (let i = 0; i < MEMBERS; i += 1) {
      forum.members.push(await forum.community.register(`fengbao${i}`))
    }
    return forum
  }

  /** Ends the set-up, which writes more than the limits allow. */
  async applyLimits(): Promise<void> {
    this.isLimited = true
    for (const part of this.parts) await this.replace(part)
  }

  get parts(): ForumPart[] {
    return [...APIS, ...this.gatewayParts]
  }

  urlOf(part: ForumPart): string {
    const process = this.running.get(part)
    if (!process) throw new Error(`${part} was never started`)
    return process.url
  }

  get apis(): string[] {
    return APIS.map((part) => this.urlOf(part))
  }

  get gateways(): string[] {
    return this.gatewayParts.map((part) => this.urlOf(part))
  }

  private get community(): Community {
    return new Community(this.urlOf('api 0'))
  }

  async startThread(title: string): Promise<{ id: number; seq: number }> {
    const id = await this.community.startThread(this.nextMember(), title)
    return { id, seq: await this.seqOf(id) }
  }

  /** Returns a thread with its present `seq`. */
  async currently({ id }: { id: number }): Promise<{ id: number; seq: number }> {
    return { id, seq: await this.seqOf(id) }
  }

  /** Writes a reply and returns the `seq` of its thread. */
  async reply(threadId: number): Promise<number> {
    await this.community.reply(this.nextMember(), threadId, `第 ${this.acts} 条回复`)
    return this.seqOf(threadId)
  }

  async kill(part: ForumPart): Promise<void> {
    await this.running.get(part)?.killAll()
  }

  /** Ends a part as a deploy does, and starts it again at its address. */
  async replace(part: ForumPart): Promise<void> {
    await this.running.get(part)?.stop()
    await this.restart(part)
  }

  async restart(part: ForumPart): Promise<void> {
    const start = this.starts.get(part)
    if (start) this.running.set(part, await start())
  }

  async residentBytes(part: ForumPart): Promise<number> {
    const status = await readFile(`/proc/${this.pidOf(part)}/status`, 'utf8')
    return 1_024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  }

  /** Processor time since the start of a part. */
  async cpuMs(part: ForumPart): Promise<number> {
    const stat = await readFile(`/proc/${this.pidOf(part)}/stat`, 'utf8')
    // The name of the program, in brackets, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return TICK_MS * (Number(fields[11]) + Number(fields[12]))
  }

  async redisWork(): Promise<RedisWork> {
    const redis = new Redis(this.redis.port, '127.0.0.1')
    try {
      const info = await redis.info()
      const valueOf = (name: string) => Number(new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1])
      return {
        commands: valueOf('total_commands_processed'),
        cpuMs: 1_000 * (valueOf('used_cpu_sys') + valueOf('used_cpu_user')),
        sentBytes: valueOf('total_net_output_bytes'),
      }
    } finally {
      redis.disconnect()
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.running.values()].map((one) => one.killAll()))
    await this.database.killAll()
    await this.redis.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  private pidOf(part: ForumPart): number {
    return this.running.get(part)?.pid ?? 0
  }

  private async seqOf(threadId: number): Promise<number> {
    const { thread } = await this.community.call<{ thread: { seq: number } }>(
      'GET',
      `/threads/${threadId}`,
      null,
    )
    return thread.seq
  }

  /** Members take turns, so that nobody posts too quickly. */
  private nextMember(): Person {
    this.acts += 1
    return this.members[this.acts % this.members.length]!
  }
}
