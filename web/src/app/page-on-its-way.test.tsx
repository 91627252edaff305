import { expect, it } from 'vitest'
import { renderAt } from '../testing/render'
import { PageOnItsWay } from './PageOnItsWay'

// layout.css hides the masthead and the bars of a phone then, so that nothing moves when the screen appears.
it.each([
  ['/my/messages/with/3', true],
  ['/my/messages/people', false],
])('says whether the screen at %s will take the whole window of a phone: %s', (path, whole) => {
  renderAt(path, <PageOnItsWay />)
  const placeholder = document.querySelector(".page-on-its-way[data-path^='/my/messages/with/']")
  expect(placeholder !== null).toBe(whole)
})
