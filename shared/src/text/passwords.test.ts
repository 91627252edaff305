import { describe, expect, it } from 'vitest'
import { newPassword } from '../contract/fields'
import { PASSWORD_MAX } from '../limits'

const problemOf = (password: string) => newPassword.safeParse(password).error?.issues[0]?.message ?? null

describe('a new password', () => {
  it.each(['-', '_', '.', '*', ' ', '"', '\\', '<', '~', '，', '€', '密', '😀', '\u3000', '²'])(
    'may have %j, which counts as special',
    (special) => {
      expect(problemOf(`Abcd12${special}`)).toBeNull()
      expect(problemOf(`${special}Abcd12`)).toBeNull()
    },
  )

  it.each([
    ['Abcdef12', 'classes'],
    ['abcdef1-', 'classes'],
    ['ABCDEF1-', 'classes'],
    ['Abcdefg-', 'classes'],
    ['密码密码密码-1', 'classes'],
    ['Abcde12\u0301', 'classes'],
    ['Ab1-x', 'too_short'],
    ['', 'required'],
  ])('is refused as %j: %s', (password, problem) => {
    expect(problemOf(password)).toBe(problem)
  })

  it.each(['\n', '\t', '\0', '\u200b', '\u00ad', '\u3164', '\u2028', '\ufeff', '\u202e', '\ud800'])(
    'is refused with %j, which shows nothing',
    (hidden) => {
      expect(problemOf(`Abcd12-${hidden}`)).toBe('characters')
    },
  )

  it('is counted as a reader counts it, and bounded in bytes', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(problemOf(`Ab1${family.repeat(3)}`)).toBeNull()
    expect(problemOf(`Ab1${family}`)).toBe('too_short')
    expect(problemOf(`Ab1-${'密'.repeat(PASSWORD_MAX - 4)}`)).toBeNull()
    expect(problemOf(`Ab1-${'密'.repeat(PASSWORD_MAX - 3)}`)).toBe('too_long')
    expect(problemOf(`Ab1-${family.repeat(60)}`)).toBe('too_long')
  })

  it('may have letters of other alphabets, which count by their case', () => {
    expect(problemOf('Éàpple1-')).toBeNull()
    expect(problemOf('Привет1-')).toBeNull()
  })
})
