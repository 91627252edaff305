import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/**
 * The requirements of levels 1 and 2 of OWASP ASVS 5.0.0: for each chapter, the numbers in each of its sections. Those
 * of level 3 are left out.
 */
const REQUIREMENTS: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
}

/** Returns the numbers of a list such as `1-3,5`. */
const numbersOf = (list: string): number[] =>
  list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })

const required = Object.entries(REQUIREMENTS).flatMap(([section, list]) =>
  numbersOf(list).map((number) => `${section}.${number}`),
)

/** A number that can be compared with others in order. */
const orderOf = (requirement: string): number =>
  requirement.split('.').reduce((order, part) => order * 1_000 + Number(part), 0)

const page = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))? +\| (.*?) +\|$/gm)].map(
  ([, first = '', last = first, answer = '']) => ({ first, last, answer }),
)

it('has one answer for every requirement of the standard', () => {
  const answered = required.map((requirement) => ({
    requirement,
    answers: rows.filter(
      ({ first, last }) => orderOf(first) <= orderOf(requirement) && orderOf(requirement) <= orderOf(last),
    ).length,
  }))
  expect(required).toHaveLength(253)
  expect(answered.filter(({ answers }) => answers !== 1)).toEqual([])
})

it('begins and ends each row with a requirement, and names only tests that exist', () => {
  for (const { first, last, answer } of rows) {
    expect(required).toContain(first)
    expect(required).toContain(last)
    expect(answer).not.toBe('')
    for (const [, file = ''] of answer.matchAll(/`([\w./-]+\.test\.tsx?)`/g))
      expect(existsSync(path.join(ROOT, file)), file).toBe(true)
  }
})
