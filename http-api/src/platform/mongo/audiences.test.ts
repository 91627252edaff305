import { expect, it } from 'vitest'
import { dataFrom, exportOf } from '../personal-data'
import { namesFor, pick, projectionTo } from './audiences'
import { field, type Collection } from './model'

const fields = {
  _id: field.number,
  name: field.public(field.string),
  email: field.own(field.optional(field.string)),
  revision: field.number,
  hash: field.secret(field.string),
}

it('keeps a field private that declares no audience', () => {
  expect(namesFor(fields, ['own', 'public'])).toEqual(['name', 'email'])
  expect(namesFor(fields, ['public'])).toEqual(['name'])
  expect(exportOf(fields)).toEqual({ _id: 0, name: 1, email: 1 })
  // @ts-expect-error a private field is not part of what everyone sees
  const seen: ReturnType<typeof namesFor<typeof fields, 'public'>>[number] = 'revision'
  expect(seen).toBe('revision')
})

it('adds a private field where it is named', () => {
  expect(projectionTo(namesFor(fields, ['public'], ['_id', 'revision']))).toEqual({
    _id: 1,
    name: 1,
    revision: 1,
  })
})

it('does not compile with a secret field in a list, a computed export or two audiences', () => {
  // @ts-expect-error a secret is in no list
  namesFor(fields, ['public'], ['hash'])
  // @ts-expect-error secrets are no audience of a list
  namesFor(fields, ['secret'])
  // @ts-expect-error a secret is in no export
  exportOf(fields, { hash: '$hash' })
  // @ts-expect-error a secret has no other audience
  field.own(field.secret(field.string))
  // @ts-expect-error the audience is declared last, so that it is not lost
  field.optional(field.secret(field.string))
  expect(exportOf(fields)).not.toHaveProperty('hash')
})

it('copies only the named fields of a document, and none that it lacks', () => {
  const stored = { _id: 1, name: '小李', revision: 2, hash: 'x', undeclared: 'y' }
  expect(pick(stored as typeof stored & { email?: string }, ['name', 'email'])).toEqual({ name: '小李' })
})

it('exports declared and computed fields of the documents of one member', () => {
  const pipelines: unknown[] = []
  const collection = {
    aggregate: (pipeline: unknown) => {
      pipelines.push(pipeline)
      return { batchSize: () => [] }
    },
  } as unknown as Collection<{ userId: number }>
  const { rows } = dataFrom('things', collection, {
    fields,
    of: (userId) => ({ userId }),
    stages: () => [{ $sort: { at: -1 } }],
    computed: { title: '$thread.title' },
  })
  rows(7, [])
  const $project = { _id: 0, name: 1, email: 1, title: '$thread.title' }
  expect(pipelines).toEqual([[{ $match: { userId: 7 } }, { $sort: { at: -1 } }, { $project }]])
})
