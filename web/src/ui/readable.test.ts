import { beforeEach, expect, it, vi } from 'vitest'
import { keepReadable } from './readable'

const root = document.createElement('div')
const readable = document.createElement('div')
readable.className = 'readable'
readable.innerHTML = '<main><article id="post-1">正文</article></main>'

const SCREEN = '<main><article id="post-1">正文</article></main>'
const CRASHED = '<main><div data-crashed><h1>页面出错了</h1></div></main>'

/** Resolves once observers have been called. */
const observed = () => new Promise((resolve) => setTimeout(resolve))

async function show(html: string) {
  root.innerHTML = html
  await observed()
}

const isReadable = () => readable.isConnected && root.matches('[data-covered]')

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  root.replaceChildren()
  document.body.replaceChildren(root, readable)
  document.title = '主题'
  keepReadable(root)
})

it('replaces the rendered document once the app has a screen', async () => {
  await show('<main><div class="skeleton"></div></main>')
  expect(isReadable()).toBe(true)
  await show(SCREEN)
  expect([readable.isConnected, root.matches('[data-covered]')]).toEqual([false, false])
})

it('keeps the rendered document and its title when the first screen fails to render', async () => {
  await show(CRASHED)
  document.title = '页面出错了'
  await observed()
  expect([isReadable(), document.title]).toEqual([true, '主题'])
})

it('shows the rendered document again when a later step of the first screen fails', async () => {
  await show('<main><div aria-busy="true"></div></main>')
  expect(readable.isConnected).toBe(false)
  await show(CRASHED)
  expect([isReadable(), document.title]).toEqual([true, '主题'])
})

it('shows the rendered document again when nothing is left of the first screen', async () => {
  await show('<main><div aria-busy="true"></div></main>')
  await show('')
  expect(isReadable()).toBe(true)
})

it('shows the error when a screen fails that is not the first', async () => {
  await show(SCREEN)
  await show('<main>另一页</main>')
  await show(CRASHED)
  expect(readable.isConnected).toBe(false)
})
