import { describe, expect, it } from 'vitest'
import { confirmsComposition, isComposing, keyOf } from './keys'

const enter = { key: 'Enter', keyCode: 13 }

describe('keys of an input method', () => {
  it.each([
    ['a browser that says so', { ...enter, isComposing: true }],
    ['a browser that says so to React', { ...enter, nativeEvent: { isComposing: true } }],
    ['Safari, after the composition has ended', { ...enter, keyCode: 229, isComposing: false }],
    ['Safari, to React', { ...enter, keyCode: 229, nativeEvent: { isComposing: false } }],
  ])('are recognised in %s', (_, event) => {
    expect(isComposing(event)).toBe(true)
    expect(keyOf(event)).toBe('Process')
    expect(confirmsComposition(event)).toBe(true)
  })

  it('are not those that are pressed alone', () => {
    expect(isComposing({ ...enter, isComposing: false })).toBe(false)
    expect(keyOf({ ...enter, nativeEvent: { isComposing: false } })).toBe('Enter')
    expect(confirmsComposition(enter)).toBe(false)
  })
})
