import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forum } from '../store'
import { aMember } from '../testing/boards'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { Masthead } from './Masthead'

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }

beforeEach(() => {
  resetPage()
  happyDOM.setViewport({ width: 390 })
})
afterEach(() => {
  happyDOM.setViewport({ width: 1024 })
})

const offered = () => [
  ...screen.queryAllByRole('link', { name: /^(登录|注册)$/ }),
  ...screen.queryAllByRole('button', { name: '简体和繁體' }),
]

it.each([
  ['offers a visitor signing in, registration and the choice of script', null, 3],
  ['leaves them to 我的 for a member', aMember(), 0],
])('on a phone %s', (_what, user, count) => {
  signIn(forum, user)
  renderAt('/', <Masthead />)
  expect(offered()).toHaveLength(count)
})
