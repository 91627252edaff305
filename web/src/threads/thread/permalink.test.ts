import { afterEach, expect, it, vi } from 'vitest'
import { goToPost } from './permalink'

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
