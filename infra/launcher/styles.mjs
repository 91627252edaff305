// Checks that the page's styles take every text size and every spacing from the tokens in web/src/ui/tokens.css
// (docs/architecture.md, "Text sizes and spacing"). `--json` prints the violations as JSON.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = 'web/src'
const TOKENS = `${PAGE}/ui/tokens.css`
const MAXIMUM_TEXT_SIZES = 8
/** Reading fewer declarations than this is an error, because a run that reads none would find nothing wrong. */
const MINIMUM_DECLARATIONS = 1000

const DECLARATION = /(?<=[{;]\s*)([\w-]+):\s*([^;{}]+?)\s*(?=[;}])/g
const SPACING =
  /^((margin|padding|inset|scroll-margin|scroll-padding)(-[a-z-]+)?|(row-|column-)?gap|top|right|bottom|left)$/
/**
 * Allowed beside the tokens: no space, free space and shares of the box are not lengths; one or two pixels are a
 * hairline, for which the scale has no step; the safe area depends on the phone.
 */
const BESIDE_TOKENS = /^(0|auto|-?\d+%|-?[12]px|env\(safe-area-inset-\w+\))$/
/** A factor, because a line must grow with its text. */
const LINE_HEIGHT = /^([\d.]+|inherit|normal)$/
/** A text token and a family, such as `var(--text-ui) var(--sans)`; the line height of a size may be set. */
const FONT = /^(inherit|([1-9]00 )?var\(--(text-[a-z]+|t\d(?=\)\/))\)(\/[\d.]+)? .+)$/
const STYLE_ATTRIBUTE = /style=\{\{.*?\}\}/gs
const SIZE_IN_ATTRIBUTE = /\b(?:font(?:Size)?|lineHeight|gap|margin\w*|padding\w*):\s*[^,}]+/g

const violations = []

function read(file) {
  return readFileSync(path.join(root, file), 'utf8')
}

/** Blanks out comments; the rest keeps its place. */
function withoutComments(css) {
  return css.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' '))
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(name) : [name]
  })
}

function report(file, text, index, found) {
  violations.push({ file, line: text.slice(0, index).split('\n').length, found })
}

const tokens = new Map(
  [...withoutComments(read(TOKENS)).matchAll(DECLARATION)].map(([, name, value]) => [name, value]),
)
const textSizes = [...tokens.keys()].filter((name) => /^--t\d$/.test(name))
const spaces = [...tokens.keys()].filter((name) => /^--(s\d|target|bar)$/.test(name))

/** Splits a value at the blanks outside its brackets. */
function partsOf(value) {
  return value.match(/([^\s()]|\([^()]*(\([^()]*\)[^()]*)*\))+/g) ?? []
}

/** True if a value is one of these tokens, or calculated from them, factors and the other values that are allowed. */
function comesFrom(value, names) {
  const sum = /^calc\((.*)\)$/.exec(value)
  if (!sum) return names.some((name) => value === `var(${name})`)
  return partsOf(sum[1]).every(
    (term) => /^([-+*/]|-?[\d.]+)$/.test(term) || BESIDE_TOKENS.test(term) || comesFrom(term, names),
  )
}

function isAllowed(property, value, isExplained) {
  if (property === 'font') return FONT.test(value.replaceAll(/\s+/g, ' '))
  if (property === 'line-height') return LINE_HEIGHT.test(value)
  // A size between two steps must say why it is needed.
  if (property === 'font-size')
    return comesFrom(value, textSizes) && (isExplained || !value.startsWith('calc'))
  if (!SPACING.test(property)) return true
  return partsOf(value.replace(/\s*!important$/, '')).every(
    (part) => BESIDE_TOKENS.test(part) || comesFrom(part, [...spaces, ...textSizes]),
  )
}

for (const [name, value] of tokens) {
  const isWrong =
    (textSizes.includes(name) && !/^[\d.]+rem$/.test(value)) ||
    (name.startsWith('--text-') && !/^var\(--t\d\)\/[\d.]+$/.test(value))
  if (isWrong) report(TOKENS, '', 0, `${name}: ${value}`)
}
if (textSizes.length > MAXIMUM_TEXT_SIZES) report(TOKENS, '', 0, `${textSizes.length} text sizes`)

let declarations = 0
for (const file of filesBelow(PAGE)) {
  if (file.endsWith('.css') && file !== TOKENS) {
    const source = read(file)
    const css = withoutComments(source)
    for (const { index, 0: found, 1: property, 2: value } of css.matchAll(DECLARATION)) {
      declarations += 1
      const isExplained = source.slice(0, index).trimEnd().endsWith('*/')
      if (!isAllowed(property, value, isExplained)) report(file, css, index, found)
    }
  } else if (file.endsWith('.tsx')) {
    const source = read(file)
    for (const { index, 0: attribute } of source.matchAll(STYLE_ATTRIBUTE))
      for (const [found] of attribute.matchAll(SIZE_IN_ATTRIBUTE)) report(file, source, index, found)
  }
}

if (process.argv.includes('--json')) process.stdout.write(JSON.stringify(violations))
else {
  for (const { file, line, found } of violations) process.stdout.write(`${file}:${line}: ${found}\n`)
  process.stdout.write(`${declarations} declarations read, ${violations.length} without a token\n`)
}
if (declarations < MINIMUM_DECLARATIONS) {
  process.stderr.write(
    `only ${declarations} declarations were read; expected at least ${MINIMUM_DECLARATIONS}\n`,
  )
  process.exitCode = 1
}
if (violations.length > 0) process.exitCode = 1
