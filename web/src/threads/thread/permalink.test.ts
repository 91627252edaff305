import { afterEach, expect, it, vi } from 'vitest'
import { bringIntoView, goToPost, postIdOf, readAuthorId } from './permalink'

afterEach(() => {
  document.body.replaceChildren()
})

it('highlights the post that a link led to beyond its text on both sides', () => {
  document.body.innerHTML = '<article id="post-5" tabindex="-1"></article>'
  const article = document.querySelector('article')!
  const animate = vi.fn<Element['animate']>()
  Object.assign(article, { animate, scrollIntoView: vi.fn() })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  expect(goToPost(5)).toBe(true)
  const [keyframes] = animate.mock.calls[0]!
  const [lit] = keyframes as Keyframe[]
  expect(lit?.boxShadow).toMatch(/-12px 0 0 .*, 12px 0 0 var\(--live-wash\)/)
  vi.unstubAllGlobals()
})

it('finds the post that an address leads to, also by a heading in it', () => {
  expect(['#post-5', '#post-5-2', '#post-5-', '#post-5-0', '#post-0-1', '#post-5-2-3'].map(postIdOf)).toEqual(
    [...[5, 5], ...[null, null, null, null]],
  )
})

it('reads the author of an address, also one who wrote without a name', () => {
  expect(['7', '0', '00', '-1', '', null].map(readAuthorId)).toEqual([7, 0, null, null, null, null])
})

it('scrolls to the heading that an address leads to, and to the post if it has no such heading', () => {
  document.body.innerHTML = '<article id="post-5"><h2 id="post-5-2"></h2></article>'
  const reached: string[] = []
  for (const element of document.querySelectorAll('[id]'))
    Object.assign(element, { scrollIntoView: () => reached.push(element.id) })
  for (const hash of ['#post-5-2', '#post-5-3', '#post-6-2', '']) bringIntoView(5, hash)
  expect(reached).toEqual(['post-5-2', 'post-5', 'post-5', 'post-5'])
})
