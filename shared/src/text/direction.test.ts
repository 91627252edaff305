import { expect, it } from 'vitest'
import { isolated } from './direction'

it('isolates names that are written from right to left, and no others', () => {
  for (const name of ['שלום', 'محمد 88', 'Ali علي']) expect(isolated(name)).toBe(`\u2068${name}\u2069`)
  for (const name of ['', '小李', 'Ali 88', '😀']) expect(isolated(name)).toBe(name)
})
