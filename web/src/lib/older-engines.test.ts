import { afterEach, expect, it, vi } from 'vitest'

const NAMES = ['toSorted', 'toReversed'] as const
const current = () => NAMES.map((name) => Object.getOwnPropertyDescriptor(Array.prototype, name) ?? {})
const builtIn = current()

afterEach(() => {
  for (const [index, name] of NAMES.entries())
    Object.defineProperty(Array.prototype, name, builtIn[index] ?? {})
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Loads the module in an engine without the functions that it provides. */
async function loadInOlderEngine() {
  for (const name of NAMES) Reflect.deleteProperty(Array.prototype, name)
  const Current = URL
  const OlderUrl = function (address: string, base?: string) {
    return new Current(address, base)
  }
  vi.stubGlobal('URL', OlderUrl)
  await import('./older-engines')
}

it('sorts and reverses a copy of an array in an engine that cannot', async () => {
  await loadInOlderEngine()
  const numbers = [3, 1, 2]
  expect([numbers.toSorted((a, b) => b - a), numbers.toReversed(), numbers]).toEqual([
    [3, 2, 1],
    [2, 1, 3],
    [3, 1, 2],
  ])
  expect(current()).toMatchObject([{ enumerable: false }, { enumerable: false }])
})

it('checks addresses in an engine that cannot', async () => {
  await loadInOlderEngine()
  const checked = ['https://a.example/b', 'https://'].map((address) => URL.canParse(address))
  expect([...checked, URL.canParse('/b', 'https://a.example')]).toEqual([true, false, true])
})

it('leaves what an engine has', async () => {
  await import('./older-engines')
  expect(current()).toEqual(builtIn)
})
