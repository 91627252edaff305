import { parseSync, type Plugin, Visitor } from 'vite'

/** A change of a library by text. */
type Patch = [found: RegExp, by: string]

/** Calls `hit` for each change that finds its place. */
type Drop = (code: string, hit: (change: string) => void) => string

/** Leaves code of libraries out of the build that the page never runs, and that the bundler cannot tell from used code. */
export function dropUnusedCode(): Plugin[] {
  return [
    dropFrom(
      /\/react-router\/dist\/production\//,
      ...patches([
        // Unused components are kept for their display names, and because their definitions call React.
        [/^\w+\.displayName = .*;$/gm, ''],
        [/^RenderErrorBoundary\.contextType = .*;$/m, ''],
        [/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'],
        // Only the data router has a state of its own, and data that links prefetch.
        [/dataRouterState = dataRouterOpts\?\.state/, 'dataRouterState = undefined'],
        [/isDataRoute \? useNavigateStable\(\) : /, ''],
        [/usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/, '[false, null, {}]'],
        [/shouldPrefetch && !isAbsolute \? .* : link;/, 'link;'],
      ]),
    ),
    dropFrom(/\/react-router\/dist\/production\//, dropAdvice, ADVICE),
    dropFrom(/\/i18next\/dist\/esm\//, slimI18next, [...Object.keys(UNUSED_METHODS), LOG.source]),
    // The page animates no transition between two views.
    dropFrom(/\/react-dom-client\.production\.js$/, ...emptied('startViewTransition')),
    // The gateway offers no WebTransport.
    dropFrom(
      /\/engine\.io-client\/build\/esm\/transports\/index\.js$/,
      ...patches([[/^\s*webtransport: WT,$/m, '']]),
    ),
  ]
}

/** Changes the modules of a library; the build fails if one of the changes finds its place in none of them. */
export function dropFrom(id: RegExp, drop: Drop, changes: readonly string[]): Plugin {
  const missing = new Set(changes)
  return {
    name: 'drop-unused-code',
    apply: 'build',
    transform: { filter: { id }, handler: (code) => drop(code, (change) => missing.delete(change)) },
    buildEnd(error) {
      if (error || missing.size === 0) return
      throw new Error(`web/drop-unused-code.ts finds nothing in ${id.source} for ${[...missing].join(', ')}`)
    },
  }
}

export function patches(all: readonly Patch[]): [Drop, string[]] {
  const drop: Drop = (code, hit) =>
    all.reduce((before, [found, by]) => {
      const after = before.replace(found, by)
      if (after !== before) hit(found.source)
      return after
    }, code)
  return [drop, all.map(([found]) => found.source)]
}

/** Removes the body of a function that is never called. */
function emptied(name: string): [Drop, string[]] {
  const drop: Drop = (code, hit) => {
    let body: { start: number; end: number } | undefined
    new Visitor({
      FunctionDeclaration({ id, body: own }) {
        if (id?.name === name && own) body = own
      },
    }).visit(parseSync('emptied.js', code).program)
    if (!body) return code
    hit(name)
    return `${code.slice(0, body.start)}{}${code.slice(body.end)}`
  }
  return [drop, [name]]
}

/** What react-router tells developers: a warning does nothing else, and an error of the router shows no message here. */
const ADVICE = ['warning', 'invariant']

/** Removes warnings, and the messages of errors. */
function dropAdvice(code: string, hit: (change: string) => void): string {
  const replaced: Replaced[] = []
  new Visitor({
    ExpressionStatement({ start, end, expression }) {
      if (expression.type !== 'CallExpression' || expression.callee.type !== 'Identifier') return
      const { name } = expression.callee
      const message = expression.arguments[1]
      if (!ADVICE.includes(name) || !message) return
      hit(name)
      replaced.push(name === 'warning' ? { start, end, by: ';' } : { ...message, by: "''" })
    },
  }).visit(parseSync('react-router.js', code).program)
  return applied(code, replaced)
}

const LOG = /^(this\.logger|baseLogger)\.(deprecate|error|log|once|warn)\(/

/**
 * Methods of i18next that the page never calls, by class: they load texts, format values by a name in the text, switch
 * languages or change what was added.
 */
const UNUSED_METHODS: Record<string, RegExp> = {
  Connector: /./,
  Formatter: /./,
  I18n: /^(cloneInstance|dir|exists|getFixedT|hydrate|loadLanguages|loadNamespaces|reloadResources|toJSON|use)$/,
  ResourceStore: /^(addResources?|removeNamespaces|removeResourceBundle|toJSON)$/,
  Translator: /^exists$/,
}

/** Removes the bodies of unused methods, and statements that only write to the log. */
function slimI18next(code: string, hit: (change: string) => void): string {
  const replaced: Replaced[] = []
  new Visitor({
    ClassDeclaration({ id, body: { body: members } }) {
      const unused = UNUSED_METHODS[id?.name ?? '']
      for (const member of members) {
        if (member.type !== 'MethodDefinition' || member.key.type !== 'Identifier') continue
        const { start, end, key, kind } = member
        if (!unused?.test(key.name)) continue
        hit(id?.name ?? '')
        replaced.push({ start, end, by: kind === 'constructor' ? '' : `${key.name}() {}` })
      }
    },
    ExpressionStatement({ start, end }) {
      if (!LOG.test(code.slice(start, end))) return
      hit(LOG.source)
      replaced.push({ start, end, by: ';' })
    },
  }).visit(parseSync('i18next.js', code).program)
  return applied(code, replaced)
}

interface Replaced {
  start: number
  end: number
  by: string
}

function applied(code: string, replaced: readonly Replaced[]): string {
  let result = ''
  let copied = 0
  for (const { start, end, by } of replaced.toSorted((a, b) => a.start - b.start)) {
    // One may lie within another.
    if (start < copied) continue
    result += code.slice(copied, start) + by
    copied = end
  }
  return result + code.slice(copied)
}
