import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const SERVER = path.resolve(import.meta.dirname, '../../../http-api/src')
/** Calls of the driver that change a collection. */
const WRITE =
  /\.(insertOne|insertMany|updateOne|updateMany|replaceOne|deleteOne|deleteMany|bulkWrite|findOneAnd\w+)\(/g

const writesIn = (source: string): string[] => source.match(WRITE) ?? []

it('writes nothing in the queries, by which the API reads', () => {
  const files = readdirSync(SERVER, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.queries.ts'))
  expect(files.length).toBeGreaterThan(15)
  const writing = files.filter((file) => writesIn(readFileSync(path.join(SERVER, file), 'utf8')).length > 0)
  expect(writing).toEqual([])
  expect(writesIn('await db.posts.updateOne({ _id: 1 }, {})')).toEqual(['.updateOne('])
})
