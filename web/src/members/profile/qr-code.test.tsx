import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { QrCode } from './QrCode'

/** The finder pattern that every corner but one has (ISO/IEC 18004, 6.3.3). */
const FINDER = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']

it('draws a symbol with its finder patterns and an empty edge of four modules', () => {
  render(<QrCode text="otpauth://totp/forum:xiaoli?secret=JBSWY3DPEHPK3PXP&issuer=forum" label="图" />)
  const picture = screen.getByRole('img', { name: '图' })
  const side = Number(picture.getAttribute('viewBox')?.split(' ').at(-1))
  const dark = new Set(
    [...(picture.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)/g)].map(
      ([, x, y]) => `${x} ${y}`,
    ),
  )
  const square = (left: number, top: number) =>
    FINDER.map((row, y) => Array.from(row, (_, x) => Number(dark.has(`${left + x} ${top + y}`))).join(''))
  // A symbol of version n has 17 + 4n modules a side.
  expect((side - 8 - 17) % 4).toBe(0)
  for (const [left, top] of [
    [4, 4],
    [side - 11, 4],
    [4, side - 11],
  ] as const) {
    expect(square(left, top)).toEqual(FINDER)
  }
  for (let i = 0; i < side; i++) {
    for (let edge = 0; edge < 4; edge++)
      expect(dark.has(`${i} ${edge}`) || dark.has(`${edge} ${i}`)).toBe(false)
  }
})
