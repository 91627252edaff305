import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { gapsOfScript, gapsOfStyles } from './engine-gaps'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const PAGE = path.join(root, '.build/web')
const files = readdirSync(PAGE, { recursive: true, encoding: 'utf8' })
const read = (name: string) => readFileSync(path.join(PAGE, name), 'utf8')

/** The functions that the page adds to an engine that lacks them. */
const provided = new Set(
  Array.from(
    readFileSync(path.join(root, 'web/src/lib/older-engines.ts'), 'utf8').matchAll(
      /provide\(\s*[\w.]+,\s*'(\w+)'/g,
    ),
    ([, name = '']) => name,
  ),
)
const NONE: ReadonlySet<string> = new Set()
/** Start without the page's modules. */
const ALONE = new Set(['service-worker.js', 'theme.js'])

describe('the built page', () => {
  it('runs no script that the oldest supported engines do not understand', () => {
    const scripts = files.filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(20)
    const gaps = scripts.flatMap((name) =>
      gapsOfScript(read(name), ALONE.has(name) ? NONE : provided).map((gap) => `${name}: ${gap}`),
    )
    expect(gaps).toEqual([])
  })

  it('has no style that the oldest supported engines do not understand', () => {
    const styles = files.filter((name) => name.endsWith('.css'))
    expect(styles.length).toBeGreaterThan(20)
    expect(styles.flatMap((name) => gapsOfStyles(read(name)).map((gap) => `${name}: ${gap}`))).toEqual([])
  })

  it('adds what the engines lack before anything else runs', () => {
    expect([...provided].sort()).toEqual(['canParse', 'toReversed', 'toSorted'])
    const [first] = readFileSync(path.join(root, 'web/src/main.ts'), 'utf8').split('\n')
    expect(first).toContain("'./lib/older-engines'")
  })
})

it.each([
  ['a lookbehind', 'x.split(/(?<=a)b/)'],
  ['a lookbehind that is made at run time', 'new RegExp(`(?<!${a})b`)'],
  ['the flag v', 'x.match(/[\\p{L}--a]/v)'],
  ['a static block', 'class A { static { a() } }'],
  ['an import attribute', 'import a from "./a.json" with { type: "json" }'],
  ['a method of arrays', 'export const f = (a) => a.toSorted()'],
  ['a computed method', 'a["toReversed"]()'],
  ['a static function', 'Promise.withResolvers()'],
  ['a method of an iterator', 'new Map().values().map(a)'],
  ['a constructor', 'new CSSStyleSheet()'],
])('finds %s in a script', (_, source) => {
  expect(gapsOfScript(source, NONE)).toHaveLength(1)
})

it.each([
  'typeof a.checkVisibility == "function" && a.checkVisibility()',
  '"replaceSync" in a && a.replaceSync()',
  'a.showPopover?.()',
  'Object.values(a).map(b)',
  'a.match(/(?:a)b(?=c)(?<name>d)/u)',
])('finds nothing in %s', (source) => {
  expect(gapsOfScript(source, NONE)).toEqual([])
})

it.each([
  '@media (width<1024px){a{b:c}}',
  '@media not (min-width:1024px){a{b:c}}',
  '@media (min-width:760px) and (not (min-width:1024px)){a{b:c}}',
  '@container (width>1px){a{b:c}}',
  'a{height:100dvh}',
  'a{height:1lh;height:2em}',
  'a{color:light-dark(#000,#fff)}',
  'a{border:1px solid color-mix(in srgb,red,blue)}',
  'a{translate:0 1px}',
  'a{&:hover{b:c}}',
  'a,b:has(c){d:e}',
])('finds %s in a style sheet', (css) => {
  expect(gapsOfStyles(css)).not.toEqual([])
})

it.each([
  '@media (max-width:1023.98px){a{b:c}}',
  '@media not print{a{b:c}}',
  'a{height:2em;height:1lh}',
  '@supports (height:1dvh){:root{--dvh:1dvh}}',
  'a:has(b){c:d}',
  'a{text-decoration-color:color-mix(in srgb,red,blue)}',
  'a{background:url("&.svg");transform:translate(1px)}',
])('finds nothing in the style sheet %s', (css) => {
  expect(gapsOfStyles(css)).toEqual([])
})
