import { expect, it } from 'vitest'
import { aBoard } from '../../testing/boards'
import { homeSections as sectionsIn } from './sections'

const category = (key: string, slug: string, displayName: string) => ({
  ...{ key, slug, displayName },
  ...{ name: slug, name_zh: displayName, boardCount: 1, position: 0 },
})
const homeSections = (boards: Parameters<typeof sectionsIn>[0]) =>
  sectionsIn(boards, [
    category('1', 'general', '综合讨论'),
    category('2', 'technology', '科技'),
    category('3', 'immigration', '移民签证'),
    category('4', 'life', '生活百科'),
    category('6', 'site', '站务'),
  ])

it('makes a section of a parent board and its children, in their order', () => {
  const [section, ...others] = homeSections([
    aBoard({ id: 40, name_zh: '移民签证', category: 'immigration' }),
    aBoard({ id: 41, parentId: 40, category: 'immigration' }),
    aBoard({ id: 42, parentId: 40, category: 'immigration' }),
  ])
  expect(others).toEqual([])
  expect(section).toMatchObject({ title: '移民签证', boardId: 40, slug: 'immigration' })
  expect(section?.boards.map(({ id }) => id)).toEqual([41, 42])
})

it('groups boards without a parent under the Chinese name of their category', () => {
  const sections = homeSections([
    aBoard({ id: 150, category: '1' }),
    aBoard({ id: 160, category: '4' }),
    aBoard({ id: 151, category: '1' }),
  ])
  expect(sections.map(({ title, slug, boards }) => [title, slug, boards.map(({ id }) => id)])).toEqual([
    ['综合讨论', 'general', [150, 151]],
    ['生活百科', 'life', [160]],
  ])
  expect(sections[0]?.boardId).toBeNull()
})

it('links to a category by its slug even if the board stores a number', () => {
  const [section] = homeSections([aBoard({ id: 110, category: '2' }), aBoard({ id: 111, parentId: 110 })])
  expect(section?.slug).toBe('technology')
})

it('shows a board of an unknown category anyway', () => {
  const [section] = homeSections([aBoard({ id: 9, category: 'new-one', name_zh: '新版' })])
  expect(section).toMatchObject({ title: '新版', slug: 'new-one' })
})

it('puts the boards about the site last', () => {
  const sections = homeSections([
    aBoard({ id: 1, category: '6' }),
    aBoard({ id: 150, category: '1' }),
    aBoard({ id: 160, category: '4' }),
  ])
  expect(sections.map(({ slug }) => slug)).toEqual(['general', 'life', 'site'])
})

it('shows nothing without boards', () => {
  expect(homeSections([])).toEqual([])
})
