import type { Clock } from '@forum/shared/clock'
import { channels } from '@forum/shared/events'
import type { Logger } from 'pino'
import type { Pace } from './pace'
import { SITE, type Headcount } from './presence-store'
import { repeat } from './repeat'
import { amongGuests, amongMembers } from './rooms'
import { SLOW } from './slow-sockets'
import { tell, type GatewayServer } from './sockets'
import type { Viewers } from './viewers'
import type { WatchedChannels } from './watched-channels'

/** Tells rooms who is there: a thread at most once a second, the home screen at most every 5 s (contract §4). */
export class PresenceNews {
  private readonly stops: (() => void)[]
  private readonly lastTold = new Map<string, string>()

  constructor(
    private readonly io: GatewayServer,
    private readonly viewers: Viewers,
    private readonly watched: WatchedChannels,
    private readonly clock: Clock,
    private readonly pace: Pace,
    log: Logger,
  ) {
    this.stops = [
      repeat(pace.threadPresence, () => this.tellThreads(), log),
      repeat(pace.sitePresence, () => this.tellSite(), log),
    ]
  }

  close(): void {
    for (const stop of this.stops) stop()
  }

  /** Nobody here is in the thread any more. */
  forget(channel: string): void {
    this.lastTold.delete(channel)
  }

  private async tellThreads(): Promise<void> {
    await this.viewers.catchUp()
    const places = this.viewers.toTell(this.pace.threadPresenceElsewhere).filter(({ name }) => name !== SITE)
    for (const { name } of places) this.viewers.told(name)
    const counts = await this.viewers.count(places.map(({ name }) => name))
    places.forEach(({ name, moved }, i) => {
      const count = counts[i]
      if (count && this.watched.isWatched(name)) this.tellThread(name, count, moved)
    })
  }

  /** Whoever just came is told even if the numbers stayed: so they learn who is there. */
  private tellThread(channel: string, { viewers, members, people }: Headcount, moved: boolean): void {
    if (!this.isNews(channel, { viewers, members, people }) && !moved) return
    const payload = { threadId: Number(channel.split(':').at(-1)), viewers, members }
    tell(this.io.local.to(amongGuests(channel)).except(SLOW), this.clock, 'presence:thread', payload)
    const withPeople = { ...payload, people }
    tell(this.io.local.to(amongMembers(channel)).except(SLOW), this.clock, 'presence:thread', withPeople)
  }

  private async tellSite(): Promise<void> {
    if (!this.watched.isWatched(channels.home)) return
    const moved = this.viewers.hasMoved(SITE)
    this.viewers.told(SITE)
    const [count] = await this.viewers.count([SITE])
    if (!count) return
    const payload = { online: count.viewers, members: count.members }
    if (!this.isNews(channels.home, payload) && !moved) return
    tell(this.io.local.to(channels.home).except(SLOW), this.clock, 'presence:site', payload)
  }

  private isNews(channel: string, payload: object): boolean {
    const text = JSON.stringify(payload)
    if (this.lastTold.get(channel) === text) return false
    this.lastTold.set(channel, text)
    return true
  }
}
