import { type Script } from '@forum/shared/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { chooseScript, chosenScript, startScript } from './script'
import { ScriptSwitch } from './ScriptSwitch'

const saved = () => vi.mocked(call).mock.calls
const enter = (script: Script | null, id = 7) => {
  act(() => {
    signIn(forum, aMember({ id, script }))
  })
}
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

startScript(forum)
beforeEach(() => {
  resetPage()
  chooseScript(forum, 'original')
  vi.mocked(call).mockReset().mockRejectedValue(new Error('offline'))
})
afterEach(() => {
  resetPage()
  chooseScript(forum, 'original')
})

it('keeps the script of a visitor in the browser, and that of a member with the account as well', () => {
  renderAt('/', <ScriptSwitch />)
  choose('繁體')
  expect(localStorage.getItem('script')).toBe('traditional')
  expect(chosenScript()).toEqual({ script: 'traditional' })
  expect(saved()).toEqual([])
  enter('traditional')
  choose('按原文')
  expect(localStorage.getItem('script')).toBeNull()
  expect(saved()).toEqual([['updateProfile', { body: { script: 'original' } }]])
  expect(chosenScript()).toEqual({})
})

it('shows the script of the account that signs in, and of a change on another device', () => {
  enter('traditional')
  expect(localStorage.getItem('script')).toBe('traditional')
  enter('simplified')
  expect(localStorage.getItem('script')).toBe('simplified')
  enter('original', 8)
  expect(localStorage.getItem('script')).toBeNull()
  expect(saved()).toEqual([])
})

it('gives an account without a script that of the browser, once', () => {
  chooseScript(forum, 'traditional')
  enter(null)
  enter(null)
  expect(saved()).toEqual([['updateProfile', { body: { script: 'traditional' } }]])
  expect(localStorage.getItem('script')).toBe('traditional')
})

it('leaves the script of an account alone where the browser has none', () => {
  enter(null)
  expect(saved()).toEqual([])
})
