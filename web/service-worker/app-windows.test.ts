import { expect, it } from 'vitest'
import { appsAmong, RUNS_APP } from './app-windows'

/** A window that replies as the app does, or one that ignores messages. */
const aWindow = (name: string, isApp: boolean) => ({
  name,
  postMessage: (message: unknown, options?: unknown) => {
    const [port] = options as [MessagePort]
    expect(message).toEqual({ ask: RUNS_APP })
    if (isApp) port.postMessage(null)
  },
})

it('returns the windows that run the app, in their order', async () => {
  const windows = [
    aWindow('feed', false),
    aWindow('thread', true),
    aWindow('offline', false),
    aWindow('home', true),
  ]
  expect((await appsAmong(windows)).map(({ name }) => name)).toEqual(['thread', 'home'])
})

it('returns nothing where no window runs the app', async () => {
  expect(await appsAmong([aWindow('feed', false)])).toEqual([])
  expect(await appsAmong([])).toEqual([])
})
