import { describe, expect, it } from 'vitest'
import { ItemsInUse } from './items-in-use'

const itemsOf = (...names: string[]) => {
  const items = new ItemsInUse<string>()
  for (const name of names) items.add(name)
  return items
}

describe('items in use', () => {
  it('has each item once', () => {
    expect([...itemsOf('a', 'b', 'a')]).toEqual(['a', 'b'])
  })

  it.each(['a', 'b', 'c'])('forgets %s alone when it ends', (ended) => {
    const items = itemsOf('a', 'b', 'c')
    expect(items.delete(ended)).toBe(true)
    expect([...items].toSorted()).toEqual(['a', 'b', 'c'].filter((name) => name !== ended))
    expect(items.delete(ended)).toBe(false)
  })

  it('reaches all of them, though each ends when it is reached', () => {
    const items = itemsOf('a', 'b', 'c')
    const reached = Array.from(items, (item) => {
      items.delete(item)
      return item
    })
    expect(reached).toEqual(['a', 'b', 'c'])
    expect([...items]).toEqual([])
  })

  it('forgets all of them', () => {
    const items = itemsOf('a', 'b')
    items.clear()
    expect([...items]).toEqual([])
  })
})
