/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { contractTables } from './contract-tables.ts'
import { dropEnglish } from './drop-english.ts'
import { dropUnusedCode } from './drop-unused-code.ts'
import { mediaRanges } from './media-ranges.ts'
import oldestEngines from './oldest-engines.json' with { type: 'json' }
import { preloadStart } from './preload-start.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const productionRouter = fileURLToPath(
  new URL('../../react-router/dist/production/index.mjs', import.meta.resolve('react-router-dom')),
)

const LATER = /\/web\/src\/ui\/role[-.]|\/shared\/src\/notification-kinds/

/** The page: built into `.build/web`; `infra/launcher/dev.mjs` serves it in development. */
export default defineConfig(({ mode }) => ({
  // Tests are named from the root of the repository, everything else from this folder.
  ...(mode === 'test' ? {} : { root: folder }),
  plugins: [react(), mediaRanges(), contractTables(), dropEnglish(), dropUnusedCode(), preloadStart()],
  resolve: {
    alias: [
      { find: 'react-style-singleton', replacement: `${folder}src/ui/style-singleton.ts` },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: `${folder}src/ui/lucide-icon.ts` },
      // The package's own entry is the build for development, which warns of mistakes.
      ...(mode === 'production' ? [{ find: /^react-router$/, replacement: productionRouter }] : []),
    ],
  },
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    target: oldestEngines,
    cssTarget: oldestEngines,
    // `script-src 'self'`: nothing inline, so small files stay files and no polyfill is put into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The tables of scripts (state/script) are larger than any code.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      // What `src/main.ts` loads one after the other; as entries, all that they need is `$initial` below.
      input: {
        index: `${folder}index.html`,
        slices: `${folder}src/state/slices.ts`,
        app: `${folder}src/app/index.tsx`,
      },
      output: {
        codeSplitting: {
          // The first load in a few scripts: one for each combination of screens would not be worth its request.
          groups: [
            // What runs before anything else, in a task of its own.
            {
              debugName: 'start',
              name: (id, context) =>
                context.getModuleInfo(`${folder}src/main.ts`)?.importedIds.includes(id) ? 'start' : null,
              priority: 3,
            },
            { name: 'start', test: /vite\/preload-helper/, priority: 3 },
            // What moderators may do: reachable from the start, which uses nothing of it.
            { name: 'acts', test: /\/shared\/src\/acts\.ts$/, priority: 3 },
            // Changes only with a library's version, unlike all the others.
            { name: 'libraries', test: /node_modules\/(i18next|react|react-dom|scheduler)\//, priority: 2 },
            // The state, without its components.
            {
              name: 'store',
              tags: ['$initial'],
              test: /\/web\/src\/(lib|store|resource|state)\/.*\.ts$|\.slice\.ts$|node_modules\/(immer|zustand)\//,
              priority: 1,
            },
            {
              name: 'page',
              tags: ['$initial'],
              test: /\/web\/src\/(?!app\/|main\.ts|ui\/role[-.])|\/shared\/src\/(?!notification-kinds)|\/lucide-react\//,
            },
            // Reachable from the start, which uses nothing of them.
            { name: 'later', test: LATER },
            // A file for each icon would cost its request.
            { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\// },
          ],
        },
      },
    },
  },
  preview: { host: '127.0.0.1' },
  test: {
    // Style sheets are skipped, except for those that tests read.
    css: { include: [/tokens\.css/, /\.css\?raw$/] },
    // Tests render whole screens, which takes long on a busy machine.
    testTimeout: 30_000,
  },
}))
