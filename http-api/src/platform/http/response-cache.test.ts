import { describe, expect, it } from 'vitest'
import { ResponseCache, type Kept } from './response-cache'
import { ResponseBody } from './response-body'

const MAX_AGE_MS = 5_000

/** Bodies whose builds a test finishes manually; each body says which build made it. */
function setUp() {
  let now = 0
  const lookups: boolean[] = []
  const kept = new ResponseCache({ now: () => new Date(now) }, (_kind, hit) => lookups.push(hit))
  const builds: { finish: (version: number) => void; fail: () => void }[] = []
  return {
    kept,
    builds,
    lookups,
    advance: (ms: number) => (now += ms),
    /** Requests the body that covers a version; returns which build it is from. */
    read: async (required: number): Promise<number> => {
      const { body } = await kept.get(
        { kind: 'page', key: '1', required: [required], maxAgeMs: MAX_AGE_MS },
        () =>
          new Promise<Kept>((resolve, reject) => {
            const made = builds.length
            builds.push({
              finish: (version) => resolve({ version: [version], body: ResponseBody.of(made) }),
              fail: () => reject(new Error('the database is unavailable')),
            })
          }),
      )
      return Number(body.bytes.toString())
    },
  }
}
const turns = () => new Promise((resolve) => setImmediate(resolve))

describe('kept bodies', () => {
  it('serves a cached body as long as it covers the version', async () => {
    const { read, builds, lookups } = setUp()
    const first = read(1)
    builds[0]?.finish(2)
    expect(await first).toBe(0)
    expect(await read(2)).toBe(0)
    const newer = read(3)
    builds[1]?.finish(3)
    expect(await newer).toBe(1)
    expect(lookups).toEqual([false, true, false])
  })

  it('serves no body older than its caller allows', async () => {
    const { read, builds, advance } = setUp()
    const first = read(1)
    builds[0]?.finish(1)
    await first
    advance(MAX_AGE_MS)
    expect(await read(1)).toBe(0)
    advance(1)
    const again = read(1)
    builds[1]?.finish(1)
    expect(await again).toBe(1)
  })

  it('shares a build in progress with callers whom it covers', async () => {
    const { read, builds } = setUp()
    const both = Promise.all([read(1), read(1)])
    builds[0]?.finish(1)
    expect(await both).toEqual([0, 0])
    expect(builds).toHaveLength(1)
  })

  it('builds again for a caller whom the build in progress does not cover', async () => {
    const { read, builds } = setUp()
    const early = read(1)
    const late = read(2)
    builds[0]?.finish(1)
    expect(await early).toBe(0)
    await turns()
    builds[1]?.finish(2)
    expect(await late).toBe(1)
  })

  it('builds again for a caller who waited for a failed build', async () => {
    const { read, builds } = setUp()
    const early = read(1)
    const late = read(1)
    builds[0]?.fail()
    await expect(early).rejects.toThrow('unavailable')
    await turns()
    builds[1]?.finish(1)
    expect(await late).toBe(1)
  })

  it('keeps the later of two builds, whichever ends first', async () => {
    const { read, builds, advance } = setUp()
    const slow = read(1)
    advance(MAX_AGE_MS + 1)
    const late = read(2)
    builds[0]?.finish(1)
    await slow
    await turns()
    builds[1]?.finish(2)
    expect(await late).toBe(1)
    expect(await read(2)).toBe(1)
  })
})

describe('bodies of narrowed lists', () => {
  it('do not displace those that everyone reads, however many there are', async () => {
    const kept = new ResponseCache({ now: () => new Date(0) })
    let builds = 0
    const read = (key: string, isNarrowed: boolean) =>
      kept.get({ kind: 'threads', key, required: [1], maxAgeMs: MAX_AGE_MS, isNarrowed }, () => {
        builds++
        return Promise.resolve({ version: [1], body: new ResponseBody(Buffer.alloc(1024 * 1024)) })
      })
    await read('all', false)
    for (let choice = 0; choice < 200; choice++) await read(`without ${choice}`, true)
    builds = 0
    await read('all', false)
    expect(builds).toBe(0)
    // The latest choices are kept, the first ones no longer.
    await read('without 199', true)
    expect(builds).toBe(0)
    await read('without 0', true)
    expect(builds).toBe(1)
  })
})
