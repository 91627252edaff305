import { fieldText } from '@forum/shared/bilingual'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const filesIn = (folder: string, end: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => path.join(root, folder, name))

/** `Please log in`: three words or more, which no code contains by chance. */
const SENTENCE = /\w+ \w+ \w+/

/** The English texts in the sources of a table, without what stands around their placeholders. */
function englishIn(file: string): string[] {
  const second = /,\s+(?:'(.*)'|"(.*)"),?\s*\]/g
  return Array.from(
    readFileSync(file, 'utf8').matchAll(second),
    ([, single, double]) => single ?? double ?? '',
  )
    .flatMap((text) => text.split(/\{\{\w+\}\}|[\\`]/))
    .filter((part) => SENTENCE.test(part))
}

it('no script of the built page contains an English text', () => {
  const english = [
    ...filesIn('web/src', '.texts.ts').flatMap(englishIn),
    fieldText({ field: 'title', code: 'required' }, 'en'),
  ]
  expect(english.length).toBeGreaterThan(400)
  const scripts = filesIn('.build/web/assets', '.js')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  expect(scripts).toContain('标题不能为空')
  expect(english.filter((text) => scripts.includes(text))).toEqual([])
})
