import { expect, it } from 'vitest'
import type { IndexPart } from '../evaluate'
import { Bitmap } from '../doc-lists'
import { MemorySegment } from '../memory-segment'
import { isOneErrorApart, respelled } from './spelling'

const reading = {
  read: () => Promise.reject(new Error('nothing is stored')),
  pause: () => Promise.resolve(),
}

function partOf(...texts: string[]): IndexPart {
  const segment = new MemorySegment()
  for (const [i, text] of texts.entries())
    segment.add({ post: i + 1, thread: 1, author: 1, time: i, seq: 1, title: null, text })
  const { columns, count, newest } = segment
  return { columns, count, newest, dead: Bitmap.of(0), terms: segment }
}

it.each([
  ['costco', 'cosco', true],
  ['costco', 'costcco', true],
  ['costco', 'costko', true],
  ['costco', 'cotsco', true],
  ['costco', 'ocstco', true],
  ['costco', 'costco', false],
  ['costco', 'csotoc', false],
  ['visa', 'vissas', false],
])('%s and %s are one error apart: %s', (one, other, isApart) => {
  expect([isOneErrorApart(one, other), isOneErrorApart(other, one)]).toEqual([isApart, isApart])
})

it('an unknown word is taken for the most common one that is one error apart', async () => {
  const parts = [partOf('Costco 的油', 'Costco 会员', 'costto')]
  expect(await respelled('Cosco 加油', parts, reading)).toBe('costco 加油')
})

it('a word that the forum has, or the beginning of one, stays as it is typed', async () => {
  const parts = [partOf('cosco 海运', 'Costco', 'Costco', 'interview 面经')]
  expect(await respelled('cosco 船期', parts, reading)).toBe('cosco 船期')
  expect(await respelled('inter 面', parts, reading)).toBe('inter 面')
})

it('only the first words of a query are taken for mistyped, with a pause before each', async () => {
  let pauses = 0
  const pause = () => Promise.resolve(void pauses++)
  const parts = [partOf('Costco 会员')]
  const query = Array<string>(40).fill('cosco').join(' ')
  expect(await respelled(query, parts, { ...reading, pause })).toBe(
    query.replace('cosco cosco cosco', 'costco costco costco'),
  )
  expect(pauses).toBe(3)
})

it('pinyin is taken for the characters that the forum has most often', async () => {
  const parts = [partOf('湾区租房', '租房合同', '组方很少见')]
  expect(await respelled('zufang', parts, reading)).toBe('租房')
  expect(await respelled('wan qu zufang 多少钱', parts, reading)).toBe('湾区租房 多少钱')
  expect(await respelled('women', [partOf('我们', 'women 鞋')], reading)).toBe('women')
})
