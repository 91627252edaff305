import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import createIcon from './lucide-icon'

const Line = createIcon({ node: [['path', { d: 'M0 0h24', key: 'a' }]] })

it('draws an icon in the colour of the text, hidden from assistive technology', () => {
  const icon = render(<Line className="line" />).container.querySelector('svg')!
  expect(icon.getAttribute('stroke')).toBe('currentColor')
  expect(icon.getAttribute('aria-hidden')).toBe('true')
  expect(icon.getAttribute('class')).toBe('line')
  expect(icon.querySelector('path')?.getAttribute('d')).toBe('M0 0h24')
})
