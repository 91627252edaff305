import { describe, expect, it } from 'vitest'
import { CENTRE, moved, squareOf } from './crop'

const WIDE = { width: 600, height: 300 }

describe('the square cut from a picture', () => {
  it('begins with the largest square in the middle', () => {
    expect(squareOf(WIDE, CENTRE)).toEqual({ left: 150, top: 0, side: 300 })
  })

  it('shrinks around its centre when the picture is enlarged', () => {
    expect(squareOf(WIDE, { ...CENTRE, zoom: 2 })).toEqual({ left: 225, top: 75, side: 150 })
  })

  it('moves by parts of its side, and never leaves the picture', () => {
    const right = moved(WIDE, CENTRE, { x: 0.25, y: 0 })
    expect(squareOf(WIDE, right)).toEqual({ left: 225, top: 0, side: 300 })
    const corner = moved(WIDE, { ...CENTRE, zoom: 2 }, { x: 99, y: -99 })
    expect(squareOf(WIDE, corner)).toEqual({ left: 450, top: 0, side: 150 })
    // Moving beyond an edge and back ends where the same moves without an edge would.
    expect(squareOf(WIDE, moved(WIDE, corner, { x: -1, y: 0 }))).toEqual({ left: 300, top: 0, side: 150 })
  })

  it('stays inside when the picture is made smaller at an edge', () => {
    const corner = moved(WIDE, { ...CENTRE, zoom: 4 }, { x: -99, y: 99 })
    expect(squareOf(WIDE, { ...corner, zoom: 1 })).toEqual({ left: 0, top: 0, side: 300 })
  })
})
