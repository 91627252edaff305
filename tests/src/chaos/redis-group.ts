import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../fixtures/free-port'
import { startRedis, type TestRedis } from '../fixtures/redis'

const MASTER = 'forum'
/** Longer than any other fault of Redis lasts, so that Sentinel replaces the primary only when it is to. */
const DOWN_AFTER_MS = 3_500
const POLL_MS = 100

/** A primary and a replica, with a Sentinel that promotes the replica once the primary is away for `DOWN_AFTER_MS`. */
export class RedisGroup {
  private readonly moved: (() => void)[] = []
  private isStopped = false

  private constructor(
    private readonly servers: readonly TestRedis[],
    private readonly sentinel: ChildProcess,
    private readonly asks: Redis,
    /** The port of the server that Sentinel names. */
    public port: number,
  ) {}

  /** @param folder - where Sentinel keeps its configuration */
  static async start(folder: string): Promise<RedisGroup> {
    const [primary, replica] = await Promise.all([startRedis(), startRedis()])
    const follower = new Redis(replica.port, '127.0.0.1')
    await follower.replicaof('127.0.0.1', primary.port)
    follower.disconnect()
    const port = await freePort()
    const config = path.join(folder, 'sentinel.conf')
    await writeFile(
      config,
      [
        `port ${port}`,
        'bind 127.0.0.1',
        `dir ${folder}`,
        `sentinel monitor ${MASTER} 127.0.0.1 ${primary.port} 1`,
        `sentinel down-after-milliseconds ${MASTER} ${DOWN_AFTER_MS}`,
        `sentinel failover-timeout ${MASTER} 5000`,
        '',
      ].join('\n'),
    )
    const sentinel = spawn('redis-server', [config, '--sentinel'], { stdio: 'ignore' })
    await once(sentinel, 'spawn')
    const asks = new Redis(port, '127.0.0.1')
    asks.on('error', () => undefined)
    const group = new RedisGroup([primary, replica], sentinel, asks, primary.port)
    void group.watch()
    return group
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  onMoved(listener: () => void): void {
    this.moved.push(listener)
  }

  /** The server that is the primary now, whatever becomes of it. */
  get primary(): TestRedis {
    return this.servers.find(({ port }) => port === this.port)!
  }

  /** Kills the primary and starts it again, empty, once Sentinel has promoted the replica. */
  async failOver(): Promise<void> {
    await this.knowsReplica()
    const { primary } = this
    const isReplaced = new Promise<void>((resolve) => this.moved.push(resolve))
    await primary.kill()
    await isReplaced
    await primary.restart()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.asks.disconnect()
    this.sentinel.kill('SIGKILL')
    await Promise.all(this.servers.map((server) => server.stop()))
  }

  /** Sentinel promotes only a replica that it has heard of. */
  private async knowsReplica(): Promise<void> {
    for (;;) {
      const replicas = await this.asks.call('SENTINEL', 'replicas', MASTER).catch(() => [])
      if ((replicas as unknown[]).length > 0) return
      await wait(POLL_MS)
    }
  }

  private async watch(): Promise<void> {
    while (!this.isStopped) {
      const found = await this.asks.call('SENTINEL', 'get-master-addr-by-name', MASTER).catch(() => null)
      const port = Number((found as [string, string] | null)?.[1] ?? this.port)
      if (port !== this.port) {
        this.port = port
        for (const listener of this.moved) listener()
      }
      await wait(POLL_MS)
    }
  }
}
