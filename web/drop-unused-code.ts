import { parseSync, type Plugin, Visitor } from 'vite'

/** Leaves code of libraries out of the build that the page never runs, and that the bundler cannot tell from used code. */
export function dropUnusedCode(): Plugin[] {
  return [
    dropFrom(/\/react-router\/dist\/production\//, (code) =>
      code
        // Unused components are kept for their display names, and because their definitions call React.
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/^RenderErrorBoundary\.contextType = .*;$/m, '')
        .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
        // Only the data router has a state of its own, and data that links prefetch.
        .replace('dataRouterState = dataRouterOpts?.state', 'dataRouterState = undefined')
        .replace('isDataRoute ? useNavigateStable() : ', '')
        .replace(/usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/, '[false, null, {}]')
        .replace(/shouldPrefetch && !isAbsolute \? .* : link;/, 'link;'),
    ),
    dropFrom(/\/i18next\/dist\/esm\//, slimI18next),
    // The page animates no transition between two views.
    dropFrom(/\/react-dom-client\.production\.js$/, (code) => emptied(code, 'startViewTransition')),
    // The gateway offers no WebTransport.
    dropFrom(/\/engine\.io-client\/build\/esm\/transports\/index\.js$/, (code) =>
      code.replace(/^\s*webtransport: WT,$/m, ''),
    ),
  ]
}

function dropFrom(id: RegExp, drop: (code: string) => string): Plugin {
  return { name: 'drop-unused-code', apply: 'build', transform: { filter: { id }, handler: drop } }
}

/** Returns code without the body of a function that is never called. */
function emptied(code: string, name: string): string {
  let body: { start: number; end: number } | undefined
  new Visitor({
    FunctionDeclaration({ id, body: own }) {
      if (id?.name === name && own) body = own
    },
  }).visit(parseSync('emptied.js', code).program)
  return body ? `${code.slice(0, body.start)}{}${code.slice(body.end)}` : code
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

/** Returns i18next without the bodies of unused methods, and without statements that only write to its log. */
function slimI18next(code: string): string {
  const replaced: { start: number; end: number; by: string }[] = []
  new Visitor({
    ClassDeclaration({ id, body: { body: members } }) {
      const unused = UNUSED_METHODS[id?.name ?? '']
      for (const member of members) {
        if (member.type !== 'MethodDefinition' || member.key.type !== 'Identifier') continue
        const { start, end, key, kind } = member
        if (unused?.test(key.name))
          replaced.push({ start, end, by: kind === 'constructor' ? '' : `${key.name}() {}` })
      }
    },
    ExpressionStatement({ start, end }) {
      if (LOG.test(code.slice(start, end))) replaced.push({ start, end, by: ';' })
    },
  }).visit(parseSync('i18next.js', code).program)
  let slim = ''
  let copied = 0
  for (const { start, end, by } of replaced.sort((a, b) => a.start - b.start)) {
    // Within an unused method there may be more.
    if (start < copied) continue
    slim += code.slice(copied, start) + by
    copied = end
  }
  return slim + code.slice(copied)
}
