import { SCREEN_PATHS } from '@forum/shared/screens'
import { expect, it } from 'vitest'
import { type ScreenRoute } from '../state/area'
import { routes } from './routes'

it('has a screen for every path that the server knows, and no others', () => {
  const pathsOf = ({ path, children = [] }: ScreenRoute): string[] => [
    ...(path === undefined ? [] : [path]),
    ...children.flatMap(pathsOf),
  ]
  expect(routes.flatMap(pathsOf).sort()).toEqual([...SCREEN_PATHS, '*'].sort())
})
