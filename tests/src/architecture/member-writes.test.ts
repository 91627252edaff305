import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const SERVER = path.resolve(import.meta.dirname, '../../../http-api/src')
const UPDATE = /\bmembers\s*\.(?:updateOne|updateMany|findOneAndUpdate)\(/g
/** Matches a filter that states the status which the write needs. */
const STATES_STATUS = /\bstatus\b|\bNOT_DELETED\b|\bopenAt\(/

/** Returns the arguments of a call whose opening bracket ends at an index. */
function argumentsAt(source: string, start: number): [filter: string, update: string] {
  const given = ['']
  let depth = 0
  for (const character of source.slice(start)) {
    if ('({['.includes(character)) depth += 1
    if (')}]'.includes(character)) depth -= 1
    if (depth < 0) break
    if (character === ',' && depth === 0) given.push('')
    else given[given.length - 1] += character
  }
  return [given[0] ?? '', given[1] ?? '']
}

/** Returns the updates of members that may give an account something without stating its status. */
const stateless = (source: string): string[] =>
  [...source.matchAll(UPDATE)]
    .map((call) => argumentsAt(source, call.index + call[0].length))
    // An update that only removes fields cannot give a deleted account anything back.
    .filter(
      ([filter, update]) => !STATES_STATUS.test(filter) && !/^\s*\{ \$(?:unset|pull):[^$]*$/.test(update),
    )
    .map(([filter]) => filter.trim())

it('states the status of the account in every write to a member', () => {
  const files = readdirSync(SERVER, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.migrations.ts'))
  const found = files.flatMap((file) =>
    stateless(readFileSync(path.join(SERVER, file), 'utf8')).map((filter) => `${file}: ${filter}`),
  )
  expect(found).toEqual([])
  expect(stateless('db.members.updateOne({ _id }, { $set: { displayName } })')).toEqual(['{ _id }'])
})
