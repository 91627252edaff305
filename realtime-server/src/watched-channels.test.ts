import type { Subscriber } from '@forum/shared/bus'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { WatchedChannels } from './watched-channels'

/** A bus that answers only when told to, in order. */
class SlowBus implements Subscriber {
  readonly calls: string[] = []
  readonly heard = new Set<string>()
  private readonly pending: (() => void)[] = []
  subscribe(channel: string): Promise<void> {
    this.calls.push(`+${channel}`)
    return new Promise((resolve) => this.pending.push(() => resolve(void this.heard.add(channel))))
  }
  unsubscribe(channel: string): Promise<void> {
    this.calls.push(`-${channel}`)
    return new Promise((resolve) => this.pending.push(() => resolve(void this.heard.delete(channel))))
  }
  onMessage(): void {}
  onReturn(): void {}
  async answerAll(): Promise<void> {
    do {
      this.pending.shift()?.()
      await new Promise(setImmediate)
    } while (this.pending.length > 0)
  }
}

const open = (bus: Subscriber, forgotten: string[] = []) =>
  new WatchedChannels(bus, pino({ level: 'silent' }), (channel) => forgotten.push(channel))

describe('watched channels', () => {
  test('watching resolves only once the channel is heard', async () => {
    const bus = new SlowBus()
    let isHeard = false
    const watching = open(bus)
      .watch('a')
      .then(() => (isHeard = true))
    await new Promise(setImmediate)
    expect(isHeard).toBe(false)
    await bus.answerAll()
    await watching
    expect(bus.heard).toContain('a')
  })

  test('a second watcher waits for the first subscription and asks for none of its own', async () => {
    const bus = new SlowBus()
    const channels = open(bus)
    const both = Promise.all([channels.watch('a'), channels.watch('a')])
    await new Promise(setImmediate)
    await bus.answerAll()
    await both
    expect(bus.calls).toEqual(['+a'])
  })

  test('whatever the order of coming and going, the end is what is wanted', async () => {
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
        if (step === '+') void channels.watch('a')
        else channels.unwatch('a')
        await Promise.resolve()
      }
      await new Promise(setImmediate)
      await bus.answerAll()
      await channels.settled()
      expect([steps, bus.heard.has('a'), channels.isWatched('a')]).toEqual([steps, isHeard, isHeard])
    }
  })

  test('the last watcher to leave makes the channel forgotten, and none leaves twice', async () => {
    const forgotten: string[] = []
    const bus = new SlowBus()
    const channels = open(bus, forgotten)
    void channels.watch('a')
    void channels.watch('a')
    channels.unwatch('a')
    expect(forgotten).toEqual([])
    channels.unwatch('a')
    channels.unwatch('a')
    expect(forgotten).toEqual(['a'])
  })

  test('a bus that refuses fails no join, and is asked again by the next', async () => {
    let refuses = true
    const asked: string[] = []
    const bus: Subscriber = {
      subscribe: (channel) => {
        asked.push(channel)
        return refuses ? Promise.reject(new Error('no')) : Promise.resolve()
      },
      unsubscribe: () => Promise.resolve(),
      onMessage: () => undefined,
      onReturn: () => undefined,
    }
    const channels = open(bus)
    await channels.watch('a')
    refuses = false
    await channels.watch('a')
    await channels.watch('a')
    expect(asked).toEqual(['a', 'a'])
  })
})
