import { parseSync } from 'oxc-parser'

/**
 * Functions that the oldest supported engines (web/oldest-engines.json) lack: methods of any object, statics of a
 * global, and globals. `union` and the like are left out, since libraries have methods of that name.
 */
const METHODS = new Set([
  ...['toSorted', 'toReversed', 'toSpliced', 'isWellFormed', 'toWellFormed', 'checkVisibility', 'moveBefore'],
  ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom', 'symmetricDifference', 'toArray', 'replaceSync'],
  ...[
    'showPopover',
    'hidePopover',
    'togglePopover',
    'startViewTransition',
    'setHTMLUnsafe',
    'requestIdleCallback',
  ],
  ...[
    'adoptedStyleSheets',
    'transferToFixedLength',
    'caretPositionFromPoint',
    'userActivation',
    'requestClose',
  ],
])
const STATICS = new Set([
  ...['URL.canParse', 'URL.parse', 'Object.groupBy', 'Map.groupBy', 'Promise.withResolvers', 'Promise.try'],
  ...[
    'AbortSignal.any',
    'Array.fromAsync',
    'RegExp.escape',
    'Error.isError',
    'Iterator.from',
    'Response.json',
  ],
  ...[
    'Intl.DurationFormat',
    'CSS.highlights',
    'Uint8Array.fromBase64',
    'Uint8Array.fromHex',
    'Math.sumPrecise',
  ],
  ...['scheduler.yield', 'scheduler.postTask', 'document.startViewTransition', 'Atomics.waitAsync'],
])
const GLOBALS = new Set([
  ...['CSSStyleSheet', 'OffscreenCanvas', 'CompressionStream', 'DecompressionStream', 'Iterator', 'Temporal'],
  ...[
    'requestIdleCallback',
    'navigation',
    'scheduler',
    'URLPattern',
    'Highlight',
    'CloseWatcher',
    'Float16Array',
  ],
])
/** Methods of iterators, which an engine without them has on arrays alone. */
const OF_ITERATORS = new Set([
  'map',
  'filter',
  'some',
  'every',
  'find',
  'reduce',
  'take',
  'drop',
  'flatMap',
  'forEach',
])
const ITERATED = new Set(['values', 'keys', 'entries', 'matchAll'])

const LOOKBEHIND = /\(\?<[=!]/
const MODIFIERS = /\(\?[ims]*-?[ims]+:/

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Returns `a.b` as ['a', 'b'], and [null, 'b'] if what has the property is no name. */
function memberOf(node: unknown): [string | null, string] | null {
  if (!isNode(node) || node.type !== 'MemberExpression') return null
  const { object, property } = node
  if (!isNode(property) || (node.computed === true && property.type !== 'Literal')) return null
  const name = property.type === 'Literal' ? String(property.value) : String(property.name)
  return [isNode(object) && object.type === 'Identifier' ? String(object.name) : null, name]
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (isNode(node)) {
    see(node)
    for (const key in node) if (typeof node[key] === 'object') visit(node[key], see)
  }
}

/**
 * Returns what a built script uses although an engine may lack it. A use that the same script asks about (`typeof`, `in`,
 * `?.()`) or tries has an alternative.
 */
export function gapsOfScript(source: string, provided: ReadonlySet<string>): string[] {
  const { program, errors } = parseSync('built.mjs', source, { sourceType: 'unambiguous' })
  if (errors.length > 0) throw new Error(errors[0]?.message)
  const found = new Set<string>()
  const asked = new Set(provided)
  const use = (name: string) => found.add(name)
  visit(program, (node) => {
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') {
      const { argument } = node
      asked.add(memberOf(argument)?.[1] ?? (isNode(argument) ? String(argument.name) : ''))
    }
    if (node.type === 'TryStatement')
      visit(node.block, (tried) => {
        const member = memberOf(tried)
        if (member && METHODS.has(member[1])) asked.add(member[1])
      })
    if (node.type === 'BinaryExpression' && node.operator === 'in' && isNode(node.left))
      asked.add(String(node.left.value))
    if (node.type === 'CallExpression') {
      const called = memberOf(node.callee)
      if (node.optional === true && called) asked.add(called[1])
      const object = isNode(node.callee) ? node.callee.object : undefined
      const over =
        isNode(object) && object.type === 'CallExpression' ? memberOf(object.callee)?.[1] : undefined
      const isIterator =
        over !== undefined &&
        ITERATED.has(over) &&
        (over === 'matchAll' || (object as { arguments: unknown[] }).arguments.length === 0)
      if (isIterator && called && OF_ITERATORS.has(called[1])) use(`${over}().${called[1]}`)
    }
    const member = memberOf(node)
    if (member && METHODS.has(member[1])) use(member[1])
    if (member && STATICS.has(`${member[0] ?? ''}.${member[1]}`)) use(member[1])
    if (node.type === 'NewExpression' && isNode(node.callee) && GLOBALS.has(String(node.callee.name)))
      use(String(node.callee.name))
    if (node.type === 'StaticBlock') use('static block')
    if (node.type === 'ImportAttribute') use('import attribute')
    if (node.type === 'VariableDeclaration' && /using/.test(String(node.kind))) use('using')
    if (
      node.type === 'Literal' &&
      isNode({ type: '', ...(node.regex as object | undefined) }) &&
      node.regex
    ) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      if (LOOKBEHIND.test(pattern)) use('lookbehind')
      if (MODIFIERS.test(pattern)) use('modifiers')
      if (flags.includes('v')) use('flag v')
    }
    // A pattern that is made at run time.
    const text =
      node.type === 'Literal' ? node.value : (node.value as { cooked?: unknown } | undefined)?.cooked
    if (typeof text === 'string' && LOOKBEHIND.test(text)) use('lookbehind')
  })
  return [...found].filter((name) => !asked.has(name)).sort()
}

/** Matches values, rules and queries that a style sheet must not contain. */
const IN_VALUES =
  /light-dark\(|(?:ok)?l(?:ab|ch)\(|\bcolor\(|\(from |\b(?:round|mod|rem|sin|cos|linear)\(|subgrid/
/** Units that need a declaration without them before, or `@supports`. */
const UNITS = /[\d.](?:[sld]v[hwib]|[sld]v(?:min|max)|cq(?:[whib]|min|max)|r?lh)\b/
const PROPERTIES =
  /^(?:translate|rotate|scale|anchor-name|position-anchor|animation-timeline|interpolate-size|text-box.*)$/
const SELECTORS = /&|:dir\(|:state\(|:popover-open|:user-(?:in)?valid|::details-content|:open\b/
const AT_RULES = /^@(?:container|scope|starting-style|property|view-transition|position-try|function)\b/
/** Matches parts of Media Queries 4: ranges, and `not` or `or` without brackets around everything. */
const QUERIES = /^@media[^{]*(?:[<>]|\(not |\bnot \(|\) or \()/

/** Returns what a built style sheet uses although an engine may lack it. */
export function gapsOfStyles(css: string): string[] {
  const found = new Set<string>()
  const plain = css.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*.*?\*\//gs, '""')
  for (const { prelude, declarations, isAsked } of blocksOf(plain)) {
    for (const pattern of [AT_RULES, QUERIES]) if (pattern.test(prelude)) found.add(prelude)
    if (prelude.startsWith('@')) continue
    if (SELECTORS.test(prelude)) found.add(prelude)
    // A selector that is not understood makes the engine drop the whole list.
    const parts = prelude.split(/,(?![^()]*\))/)
    const having = parts.filter((part) => part.includes(':has('))
    if (having.length > 0 && having.length < parts.length) found.add(prelude)
    const before = new Set<string>()
    for (const declaration of declarations) {
      const [, property = '', value = ''] = /^\s*([\w-]+)\s*:(.*)$/s.exec(declaration) ?? []
      const needsOther = UNITS.test(value) && !isAsked && !before.has(property)
      // A color that is not understood is that of the text.
      const needsLonghand = value.includes('color-mix(') && !property.endsWith('-color')
      if (PROPERTIES.test(property) || IN_VALUES.test(value) || needsOther || needsLonghand)
        found.add(declaration.trim())
      if (!UNITS.test(value)) before.add(property)
    }
  }
  return [...found]
}

interface Block {
  prelude: string
  declarations: string[]
  /** True if it is inside `@supports`. */
  isAsked: boolean
}

function blocksOf(css: string): Block[] {
  const blocks: Block[] = []
  const open: { prelude: string; text: string }[] = []
  let text = ''
  for (const [piece] of css.matchAll(/[^{}]+|[{}]/g)) {
    if (piece === '{') {
      const at = text.lastIndexOf(';') + 1
      const outer = open.at(-1)
      if (outer) outer.text += text.slice(0, at)
      open.push({ prelude: text.slice(at).trim(), text: '' })
      text = ''
    } else if (piece === '}') {
      const block = open.pop()
      if (!block) continue
      blocks.push({
        prelude: block.prelude,
        declarations: (block.text + text).split(';').filter((one) => one.trim() !== ''),
        isAsked: [...open, block].some(({ prelude }) => prelude.startsWith('@supports')),
      })
      text = ''
    } else text += piece
  }
  return blocks
}
