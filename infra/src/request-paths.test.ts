import { DOCUMENT_PATHS, SCREEN_PATHS } from '@forum/shared/screens'
import { expect, it } from 'vitest'
import { isOfApi } from './request-paths'

const visited = (path: string) => path.replaceAll(/:\w+/g, '42')
const withoutDocument = SCREEN_PATHS.filter((path) => !DOCUMENT_PATHS.some((one) => one === path))

it('leaves reading every screen with a document to the API, with and without a query', () => {
  const paths = DOCUMENT_PATHS.flatMap((path) => [visited(path), `${visited(path)}?list=open&page=2`])
  expect(paths.filter((path) => !isOfApi('GET', path))).toEqual([])
  expect(paths.filter((path) => isOfApi('POST', path))).toEqual([])
})

it('leaves every other screen to the page', () => {
  expect(withoutDocument.filter((path) => isOfApi('GET', visited(path)))).toEqual([])
})
