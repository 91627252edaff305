import type { BusSubscriber } from '@forum/shared/bus'
import { audiences, channelOf, type Audience } from '@forum/shared/events'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { Subscriptions } from './subscriptions'

/** A bus that resolves its calls one by one, when the test decides. */
class SlowBus implements BusSubscriber {
  readonly calls: string[] = []
  readonly subscribed = new Set<string>()
  private readonly pending: (() => void)[] = []
  subscribe(audience: Audience): Promise<void> {
    const channel = channelOf(audience)
    this.calls.push(`+${channel}`)
    return new Promise((resolve) => this.pending.push(() => resolve(void this.subscribed.add(channel))))
  }
  unsubscribe(audience: Audience): Promise<void> {
    const channel = channelOf(audience)
    this.calls.push(`-${channel}`)
    return new Promise((resolve) => this.pending.push(() => resolve(void this.subscribed.delete(channel))))
  }
  onMessage(): void {}
  onReturn(): void {}
  async resolveAll(): Promise<void> {
    do {
      this.pending.shift()?.()
      await new Promise(setImmediate)
    } while (this.pending.length > 0)
  }
}

const home = audiences.home()
const open = (bus: BusSubscriber, forgotten: string[] = []) =>
  new Subscriptions(bus, pino({ level: 'silent' }), (channel) => forgotten.push(channel))

describe('watched channels', () => {
  test('resolves a watch only once the channel is subscribed', async () => {
    const bus = new SlowBus()
    let isHeard = false
    const watching = open(bus)
      .watch(home)
      .then(() => (isHeard = true))
    await new Promise(setImmediate)
    expect(isHeard).toBe(false)
    await bus.resolveAll()
    await watching
    expect(bus.subscribed).toContain('forum:home')
  })

  test('shares one subscription among the watchers of a channel', async () => {
    const bus = new SlowBus()
    const channels = open(bus)
    const both = Promise.all([channels.watch(home), channels.watch(home)])
    await new Promise(setImmediate)
    await bus.resolveAll()
    await both
    expect(bus.calls).toEqual(['+forum:home'])
  })

  test('converges on the watched channels in any order of watching and unwatching', async () => {
    for (const [steps, isHeard] of [
      ['+-', false],
      ['+-+', true],
      ['+-+-', false],
      ['++-', true],
      ['++--+', true],
    ] as const) {
      const bus = new SlowBus()
      const channels = open(bus)
      for (const step of steps) {
        if (step === '+') void channels.watch(home)
        else channels.unwatch(home)
        await Promise.resolve()
      }
      await new Promise(setImmediate)
      await bus.resolveAll()
      await channels.settled()
      expect([steps, bus.subscribed.has('forum:home'), channels.isWatched(home)]).toEqual([
        steps,
        isHeard,
        isHeard,
      ])
    }
  })

  test('unsubscribes a channel exactly once, when its last watcher leaves', async () => {
    const forgotten: string[] = []
    const bus = new SlowBus()
    const channels = open(bus, forgotten)
    void channels.watch(home)
    void channels.watch(home)
    channels.unwatch(home)
    expect(forgotten).toEqual([])
    channels.unwatch(home)
    channels.unwatch(home)
    expect(forgotten).toEqual(['forum:home'])
  })

  test('lets a join succeed despite a refused subscription, which the next join retries', async () => {
    let refuses = true
    const requested: string[] = []
    const bus: BusSubscriber = {
      subscribe: (audience) => {
        requested.push(channelOf(audience))
        return refuses ? Promise.reject(new Error('no')) : Promise.resolve()
      },
      unsubscribe: () => Promise.resolve(),
      onMessage: () => undefined,
      onReturn: () => undefined,
    }
    const channels = open(bus)
    await channels.watch(home)
    refuses = false
    await channels.watch(home)
    await channels.watch(home)
    expect(requested).toEqual(['forum:home', 'forum:home'])
  })
})
