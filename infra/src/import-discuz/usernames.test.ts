import { username } from '@forum/shared/contract'
import { expect, it } from 'vitest'
import { UsernameMaker } from './usernames'

it.each([
  ['laowang88', 'laowang88'],
  ['海外小李', 'haiwaixiaoli'],
  ['小李_2008', 'xiaoli2008'],
  ['José', 'jose'],
  ['ａｂｃ', 'abc'],
  ['李', 'userli'],
  ['★☆', 'user'],
  ['一二三四五六七八九十一二三四五', 'yiersansiwuliuqibaji'],
])('makes the username of %s', (name, made) => {
  expect(new UsernameMaker().make(name, false)).toBe(made)
})

it('makes a different username for every member', () => {
  const maker = new UsernameMaker(['xiaoli'])
  const made = ['小李', '晓丽', 'XiaoLi', '一二三四五六七八九十', '一二三四五六七八九时'].map((name) =>
    maker.make(name, false),
  )
  expect(new Set(made.map((one) => one.toLowerCase())).size).toBe(made.length)
  for (const one of made) expect(username.safeParse(one).success).toBe(true)
  expect(made[0]).toBe('xiaoli2')
})

it('leaves each name that can be a username to its owner', () => {
  const maker = new UsernameMaker()
  maker.keep('xiaoli', false)
  expect(['小李', 'xiaoli', 'XiaoLi'].map((name) => maker.make(name, false))).toEqual([
    'xiaoli2',
    'xiaoli',
    'xiaoli3',
  ])
})

it('leaves reserved names to staff', () => {
  const maker = new UsernameMaker()
  expect(maker.make('admin', false)).not.toBe('admin')
  expect(maker.make('admin', true)).toBe('admin')
})
