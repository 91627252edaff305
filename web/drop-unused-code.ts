import { parseSync, type Plugin, Visitor } from 'vite'

/** Leaves code of libraries out of the build that the page never runs, and that the bundler cannot tell from used code. */
export function dropUnusedCode(): Plugin[] {
  return [
    dropFrom(/\/react-router\/dist\/production\//, (code) =>
      code
        // Unused components are kept for their display names, and because their definitions call React.
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
        // Links prefetch the data of the data router only.
        .replace(/shouldPrefetch && !isAbsolute \? .* : link;/, 'link;'),
    ),
    dropFrom(/\/i18next\/dist\/esm\//, withoutLogs),
  ]
}

function dropFrom(id: RegExp, drop: (code: string) => string): Plugin {
  return { name: 'drop-unused-code', apply: 'build', transform: { filter: { id }, handler: drop } }
}

const LOG = /^(this\.logger|baseLogger)\.(deprecate|error|log|once|warn)\(/

/** Returns a module without its statements that only write to the log of i18next, which is for development. */
function withoutLogs(code: string): string {
  const parts: string[] = []
  let end = 0
  new Visitor({
    ExpressionStatement(statement) {
      if (!LOG.test(code.slice(statement.start, statement.end))) return
      parts.push(code.slice(end, statement.start), ';')
      end = statement.end
    },
  }).visit(parseSync('i18next.js', code).program)
  return parts.join('') + code.slice(end)
}
