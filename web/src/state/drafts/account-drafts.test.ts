import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ApiError, type Call } from '../../lib/api'
import { AccountDrafts } from './account-drafts'
import { BASE, draftKey } from './draft-key'
import { DraftKeeper } from './keeper'
import { saysTheSame } from './texts-of-draft'

const USER = 7
const PLACE = 'reply:5'
const KEY = draftKey(USER, PLACE)
const EMPTY = { content: '' }

interface Request {
  params?: { place: string }
  body?: { value: string; version: number }
}

/** The drafts of an account, as the server keeps them. */
class Account {
  private readonly stored = new Map<string, { value: string; version: number }>()

  answer(name: string, { params, body }: Request): unknown {
    if (name === 'listDrafts') return { drafts: [...this.stored.keys()].map(this.draft).filter(this.isThere) }
    const { place } = params!
    const draft = this.draft(place)
    if (name === 'getDraft' || (body!.value === '' && body!.version === 0)) return { draft }
    if (body!.version !== draft.version) {
      if (body!.value === draft.value) return { draft }
      throw new ApiError(409, 'CONFLICT', '')
    }
    const version = (this.stored.get(place)?.version ?? 0) + 1
    this.stored.set(place, { value: body!.value, version })
    return { draft: this.draft(place) }
  }

  text(place = PLACE): string {
    return this.draft(place).value
  }

  private readonly isThere = ({ version }: { version: number }) => version > 0

  private readonly draft = (place: string) => {
    const { value = '', version = 0 } = this.stored.get(place) ?? {}
    return { place, value, version: value === '' ? 0 : version }
  }
}

const aStorage = () =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      Reflect.deleteProperty(this, key)
    },
  }) as Storage

type Delay = () => Promise<unknown>

/** A browser of the member in which the form is open. */
class Device {
  readonly storage = aStorage()
  isOnline = true
  private opened = 0
  keeper!: DraftKeeper
  private account!: AccountDrafts
  private timers = new Set<() => void>()

  constructor(
    private readonly server: Account,
    private readonly delay: Delay = () => Promise.resolve(),
  ) {
    this.open()
  }

  /** Opens the page anew. What the page before it was waiting for never comes. */
  open(): void {
    const number = ++this.opened
    const arrives = async () => {
      await this.delay()
      if (number !== this.opened) await new Promise(() => undefined)
      if (!this.isOnline) throw new ApiError(0, 'NETWORK', '')
    }
    const call = async (name: string, request: Request = {}) => {
      await arrives()
      let answer: unknown
      let refusal: unknown
      try {
        answer = this.server.answer(name, request)
      } catch (error) {
        refusal = error
      }
      await arrives()
      if (refusal) throw refusal as ApiError
      return answer
    }
    this.timers = new Set()
    this.keeper = new DraftKeeper(() => this.storage, { now: () => new Date(0) })
    this.keeper.subscribe(KEY, EMPTY, () => undefined)
    const account = new AccountDrafts({
      keeper: this.keeper,
      storage: () => this.storage,
      call: call as unknown as Call,
      userId: USER,
      later: (work) => {
        this.timers.add(work)
        return () => this.timers.delete(work)
      },
    })
    this.account = account
    this.keeper.onStored((slot) => {
      account.noteChange(slot)
    })
  }

  /** The time of everything that the page has put off has come. */
  tick(): void {
    const due = [...this.timers]
    this.timers.clear()
    for (const work of due) work()
  }

  sync(): Promise<void> {
    return this.account.sync()
  }

  pushed(): Promise<void> {
    return this.account.push()
  }

  text(): string {
    return this.keeper.read(KEY, EMPTY).value.content
  }

  other(): string | null {
    return this.keeper.read(KEY, EMPTY).other?.content ?? null
  }

  type(content: string): void {
    this.keeper.set(KEY, EMPTY, { content })
    this.keeper.flush()
  }

  send(): void {
    this.keeper.startSending(KEY, EMPTY)?.clear()
  }

  /** Everything that the browser stores for the form. */
  stored(): string[] {
    return Object.keys(this.storage)
      .filter((key) => key.startsWith(KEY))
      .map((key) => this.storage.getItem(key) ?? '')
  }
}

async function settle(devices: readonly Device[]): Promise<void> {
  for (let round = 0; round < 4; round += 1)
    for (const device of devices) {
      device.tick()
      await device.sync()
    }
}

describe('a draft on two devices', () => {
  const two = () => {
    const server = new Account()
    const devices = [new Device(server), new Device(server)] as const
    return { server, devices, one: devices[0], other: devices[1] }
  }

  it('goes on where it stopped on the other device, also after words were taken away', async () => {
    const { one, other, devices } = two()
    one.type('写了一半')
    await settle(devices)
    expect(other.text()).toBe('写了一半')
    other.type('写完了')
    await settle(devices)
    expect([one.text(), one.other()]).toEqual(['写完了', null])
  })

  it('shows both texts if two were written, and replaces neither until the writer chooses', async () => {
    const { server, one, other, devices } = two()
    one.type('第一份')
    other.type('第二份')
    await settle(devices)
    expect([other.text(), other.other()]).toEqual(['第二份', '第一份'])
    expect([one.text(), one.other()]).toEqual(['第一份', null])
    expect(server.text()).toContain('第一份')
    other.keeper.discardOther(KEY)
    await settle(devices)
    expect(server.text()).toContain('第二份')
    expect([one.text(), other.text()]).toEqual(['第二份', '第二份'])
  })

  it('is gone on every device once one of them has sent it, but not what was written after it', async () => {
    const { server, one, other, devices } = two()
    one.type('只发一次')
    await settle(devices)
    one.send()
    await settle(devices)
    expect([server.text(), other.text()]).toEqual(['', ''])

    one.type('再发')
    await settle(devices)
    other.isOnline = false
    other.type('再发，还有一句')
    one.send()
    await settle(devices)
    other.isOnline = true
    await settle(devices)
    expect([one.text(), other.text()]).toEqual(['再发，还有一句', '再发，还有一句'])
  })

  it('has the same id everywhere, so that it is sent once from both', async () => {
    const { one, other, devices } = two()
    one.type('一样的')
    await settle(devices)
    const ids = devices.map(({ keeper }) => keeper.startSending(KEY, EMPTY)?.id)
    expect(ids[0]).toBe(ids[1])
    expect(one.text()).toBe(other.text())
  })

  it('stays on the account when it is removed from one browser alone', async () => {
    const { server, devices, one, other } = two()
    one.type('私信')
    await settle(devices)
    for (const key of Object.keys(one.storage))
      if (key.startsWith('draft:') || key.startsWith(`${BASE}draft:`)) one.storage.removeItem(key)
    one.open()
    await settle(devices)
    expect(server.text()).toContain('私信')
    expect([one.text(), other.text()]).toEqual(['私信', '私信'])
  })

  it('is stored together with the next change if it could not be stored before', async () => {
    const { server, devices, one } = two()
    one.type('先发')
    await settle(devices)
    one.isOnline = false
    one.keeper.set(draftKey(USER, 'reply:6'), EMPTY, { content: '还在写' })
    one.keeper.flush()
    one.send()
    await one.pushed()
    one.isOnline = true
    one.tick()
    await vi.waitFor(() => {
      expect([server.text(), server.text('reply:6')]).toEqual(['', expect.stringContaining('还在写')])
    })
  })

  type Step =
    | {
        do: 'append' | 'replace' | 'send' | 'kill' | 'swap' | 'discard' | 'tick' | 'sync' | 'line'
        on: 0 | 1
      }
    | { do: 'wait' }

  const steps = fc.array(
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record({
          do: fc.constantFrom('append' as const),
          on: fc.constantFrom(0 as const, 1 as const),
        }),
      },
      {
        weight: 12,
        arbitrary: fc.record({
          do: fc.constantFrom(
            ...([
              'replace',
              'send',
              'kill',
              'swap',
              'discard',
              'tick',
              'tick',
              'sync',
              'sync',
              'line',
            ] as const),
          ),
          on: fc.constantFrom(0 as const, 1 as const),
        }),
      },
      { weight: 16, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
    ),
    { maxLength: 60 },
  ) as fc.Arbitrary<Step[]>

  it('loses no word that its writer has not sent or given up, whatever is late, offline or killed', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), steps, async (scheduler, planned) => {
        const server = new Account()
        let isOver = false
        const delay = () => (isOver ? Promise.resolve() : scheduler.schedule(Promise.resolve()))
        const devices = [new Device(server, delay), new Device(server, delay)] as const
        const words = new Set<string>()
        let written = 0
        /** The words of a text need not be kept any more. */
        const giveUp = (text: string | null) => {
          for (const word of words) if (text?.includes(word)) words.delete(word)
        }
        for (const step of planned) {
          if (step.do === 'wait') {
            if (scheduler.count() > 0) await scheduler.waitOne()
            continue
          }
          const device = devices[step.on]
          const word = `<${++written}>`
          switch (step.do) {
            case 'append':
              words.add(word)
              device.type(device.text() + word)
              break
            case 'replace':
              giveUp(device.text())
              words.add(word)
              device.type(word)
              break
            case 'send':
              giveUp(device.text())
              device.send()
              break
            case 'kill':
              device.open()
              break
            case 'swap':
              device.keeper.swap(KEY)
              break
            case 'discard':
              giveUp(device.other())
              device.keeper.discardOther(KEY)
              break
            case 'tick':
              device.tick()
              break
            case 'sync':
              void device.sync()
              break
            case 'line':
              device.isOnline = !device.isOnline
              break
          }
        }
        isOver = true
        for (const device of devices) device.isOnline = true
        const ended = settle(devices)
        while (scheduler.count() > 0) await scheduler.waitOne()
        await ended
        const everywhere = [...devices.flatMap((device) => device.stored()), server.text()].join('\n')
        for (const word of words) expect(everywhere).toContain(word)
        // The account has one of the texts of each device.
        const onAccount = JSON.parse(server.text() || '{"content":""}') as object
        for (const device of devices) {
          const texts = device.stored().map((text) => JSON.parse(text) as object)
          expect(
            texts.length === 0
              ? saysTheSame(EMPTY, onAccount)
              : texts.some((text) => saysTheSame(text, onAccount)),
          ).toBe(true)
        }
      }),
      { numRuns: 300 },
    ))
})
