import { expect, it } from 'vitest'
import { DEFAULT_UPLOADS, uploadProblem } from './uploads'

const MB = 1024 * 1024

it.each([
  ['image/webp', 2 * MB, null],
  ['image/webp', 2 * MB + 1, 'size'],
  ['application/pdf', 1, null],
  ['application/zip', 1, 'kind'],
  ['text/plain', 1, 'kind'],
])('says of %s with %i bytes whether a site of small pictures and PDFs takes it', (type, bytes, problem) => {
  expect(uploadProblem({ megabytes: 2, kinds: ['picture', 'pdf'] }, { type, bytes })).toBe(problem)
})

it('takes every kind until an admin decides', () => {
  for (const type of ['image/gif', 'application/pdf', 'application/zip', 'text/plain'])
    expect(uploadProblem(DEFAULT_UPLOADS, { type, bytes: 10 * MB })).toBeNull()
})
