/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { contractTables } from './contract-tables.ts'
import { dropUnusedCode } from './drop-unused-code.ts'
import { mediaRanges } from './media-ranges.ts'
import oldestEngines from './oldest-engines.json' with { type: 'json' }
import { preloadStart } from './preload-start.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const productionRouter = fileURLToPath(
  new URL('../../react-router/dist/production/index.mjs', import.meta.resolve('react-router-dom')),
)

/** The page: built into `.build/web`; `infra/launcher/dev.mjs` serves it in development. */
export default defineConfig(({ mode }) => ({
  // Tests are named from the root of the repository, everything else from this folder.
  ...(mode === 'test' ? {} : { root: folder }),
  plugins: [react(), mediaRanges(), contractTables(), dropUnusedCode(), preloadStart()],
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
      output: {
        codeSplitting: {
          // Separates code that changes only with a library's version from code that changes with every build.
          groups: [
            { name: 'libraries', test: /node_modules\/(i18next|react|react-dom|scheduler)\//, priority: 1 },
            // Begins the first load (src/main.ts). The slices of moderators come with their tools.
            {
              name: 'store',
              test: /\/web\/src\/(store\/|resource\/|app\/slices|(?!moderation)[\w-]+\/([\w-]+\/)?[\w-]+\.slice|state\/(thread-copy\/|session\/auth\.actions|drafts\/draft-key|live\/use-is-live|theme\/text-size\.ts)|lib\/(account-memory|api|result|session|socket|tabs))|node_modules\/(immer|zustand)\//,
            },
            // Shared by the screens. A script for each combination of screens would not be worth its request.
            {
              name: 'shared',
              test: /\/web\/src\/(ui\/(button|class-names|field|time|states|skeleton|visually-hidden|announcer|dialog|use-seconds-until|panel|row|breadcrumb|use-page-title|form-field|use-form|toasts|ui\.texts|avatar|count|menu|tag|pagination|progress|use-action|shortcuts|use-scroll-memory|use-is-wide|use-close-on-back|lucide-icon|part-being-read)|lib\/i18n\/[\w.-]+|state\/((theme\/theme|script\/script)(-options|\.texts)?|(session\/use-session|announcement\/use-announcement|unread\/(UnreadBadge|unread\.actions)))|boards\/(board\.texts|use-boards|boards\.actions|ThreadEntry|ListNews)|notices\/notifications\.actions)\.tsx?$|shared\/src\/text\/(characters|count)\.|icons\/(chevron-(left|right)|lock|bookmark|inbox|mail|flame|user-round|search|x|play|layout-list|bell|house|pause|pen-line)\.|shared\/src\/categories\./,
            },
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
