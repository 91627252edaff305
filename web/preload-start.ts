import { type Plugin, type Rolldown } from 'vite'

/** The client of the page's connection, for which the first reads wait. */
const SOCKET_CLIENT = '/node_modules/socket.io-client/'

/**
 * Preloads what `src/main.ts` imports one after the other, with its style sheets, and the client of the connection: all
 * of it is fetched at once, and evaluated in tasks of its own.
 */
export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, chunk }) => {
        const scripts = new Set<string>()
        const styles = new Set<string>()
        const visit = (name: string) => {
          const found = bundle[name]
          if (found?.type !== 'chunk' || scripts.has(name)) return
          scripts.add(name)
          for (const style of stylesOf(found)) styles.add(style)
          for (const imported of found.imports) visit(imported)
        }
        for (const part of chunk?.dynamicImports ?? []) visit(part)
        for (const [name, part] of Object.entries(bundle))
          if (part.type === 'chunk' && part.facadeModuleId?.includes(SOCKET_CLIENT)) visit(name)
        const tags = (rel: string, names: Set<string>) =>
          [...names]
            // Vite has already added what the start itself imports.
            .filter((name) => !html.includes(`"/${name}"`))
            .map((name) => ({
              tag: 'link',
              attrs: { rel, crossorigin: true, href: `/${name}` },
              injectTo: 'head' as const,
            }))
        return [...tags('stylesheet', styles), ...tags('modulepreload', scripts)]
      },
    },
  }
}

const stylesOf = (chunk: Rolldown.OutputChunk): Iterable<string> => chunk.viteMetadata?.importedCss ?? []
