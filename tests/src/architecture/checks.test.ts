import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plantedTree, type PlantedTree } from './planted-tree'

/** One violation of every import rule: the rule, the module that breaks it, and its content. */
const IMPORTS = [
  ['shared-depends-on-zod-alone', 'shared/src/planted/node.ts', "import 'node:fs'"],
  ['shared-knows-no-workspace', 'shared/src/planted/api.test.ts', "import '@forum/http-api'"],
  ['servers-know-shared-alone', 'http-api/src/planted/gateway.ts', "import '@forum/realtime-server'"],
  [
    'servers-know-shared-alone',
    'realtime-server/src/planted/api.ts',
    "export type { ForumApi } from '@forum/http-api'",
  ],
  ['gateway-has-no-database', 'realtime-server/src/planted/db.ts', "import { type Model } from 'mongoose'"],
  [
    'page-knows-shared-alone',
    'web/src/planted/api.ts',
    "export const later = () => import('@forum/http-api')",
  ],
  ['others-use-public-entry-points', 'infra/src/planted/app.ts', "import '../../../http-api/src/app'"],
  [
    'others-use-public-entry-points',
    'tests/src/planted/type.ts',
    "export type Config = import('../../../http-api/src/config').ApiConfig",
  ],
  ['services-know-no-koa', 'http-api/src/planted/a.service.ts', "import type { Context } from 'koa'"],
  ['services-know-no-koa', 'http-api/src/planted/a.queries.ts', "import '@koa/bodyparser'"],
  ['services-know-no-koa', 'http-api/src/planted/a.presenter.ts', "import '@koa/cors'"],
  ['services-know-no-koa', 'http-api/src/planted/a.model.ts', "import 'koa'"],
  ['services-know-no-koa', 'http-api/src/planted/a.ts', "import type { Context } from 'koa'"],
  ['routes-know-no-model', 'http-api/src/planted/a.routes.ts', "import type { A } from './a.model'"],
  ['platform-knows-no-area', 'http-api/src/platform/planted.ts', "import type { A } from '../planted2'"],
  ['areas-meet-at-their-index', 'http-api/src/planted/b.ts', "import type { A } from '../planted2/inner'"],
  ['areas-know-no-composition', 'http-api/src/planted/whole.ts', "import '../app'"],
  ['api-knows-no-tests', 'http-api/src/planted/tests.ts', "import '../../tests/thread-log/schedule'"],
  ['one-publisher', 'http-api/src/planted/bus.ts', "import type { Publisher } from '@forum/shared/bus'"],
  ['components-know-no-server', 'web/src/planted/Call.tsx', "import { type ApiError } from '../lib/api'"],
  ['components-know-no-server', 'web/src/ui/Planted.tsx', "import '../lib/socket'"],
  ['components-know-no-server', 'web/src/app/Planted.tsx', "import 'socket.io-client'"],
  ['server-knows-no-commands', 'infra/src/planted/server.ts', "import '../backup/restore-backup'"],
  ['only-lib-talks-to-the-gateway', 'web/src/store/planted.ts', "import 'socket.io-client'"],
  ['page-areas-meet-at-their-index', 'web/src/planted/b.ts', "import type { A } from '../planted2/inner'"],
  ['page-areas-meet-at-their-index', 'web/src/app/deep.ts', "import '../planted2/inner'"],
  [
    'page-areas-meet-at-their-index',
    'web/src/planted/deep/c.ts',
    "export const later = () => import('../../boards/hot/HotScreen')",
  ],
  [
    'page-copies-meet-at-their-index',
    'web/src/planted/Copy.tsx',
    "import { threadCopySlice } from '../state/thread-copy/thread-copy.slice'",
  ],
  [
    'page-copies-meet-at-their-index',
    'web/src/state/planted/copy.ts',
    "import { threadCopySlice } from '../thread-copy/thread-copy.slice'",
  ],
  ['page-floors-point-down', 'web/src/lib/planted.ts', "import '../ui'"],
  ['page-floors-point-down', 'web/src/ui/planted.ts', "import type { Forum } from '../store'"],
  ['page-floors-point-down', 'web/src/store/upward.ts', "import { listsSlice } from '../resource'"],
  ['page-floors-point-down', 'web/src/store/area.ts', "import '../planted2'"],
  ['page-floors-point-down', 'web/src/resource/planted.ts', "import type { A } from '../state/unread'"],
  ['page-floors-point-down', 'web/src/state/planted/upward.ts', "import type { A } from '../../planted2'"],
  ['page-areas-know-no-composition', 'web/src/planted/upward.ts', "import { slices } from '../app/areas'"],
  ['page-knows-no-tests', 'web/src/app/planted.ts', "import '../testing/forum'"],
  [
    'page-floors-meet-at-their-index',
    'web/src/planted/root.ts',
    "import { readerOf } from '../store/create-forum'",
  ],
  ['areas-form-no-circle', 'web/src/planted/round.ts', "import type { A } from '../planted3'"],
  [
    'areas-form-no-circle',
    'web/src/planted3/round.ts',
    "export const later = () => import('../planted4/index')",
  ],
  ['areas-form-no-circle', 'web/src/planted4/index.ts', "export { b } from '../planted'"],
  [
    'areas-form-no-circle',
    'http-api/src/planted5/index.ts',
    "export type { B } from '../planted6'\nexport type A = 1",
  ],
  [
    'areas-form-no-circle',
    'http-api/src/planted6/index.ts',
    "export type { A } from '../planted5'\nexport type B = 1",
  ],
  [
    'slices-are-written-by-their-owner',
    'web/src/planted/write.ts',
    "import { forum } from '../store'\nimport { unreadSlice } from '../state/unread'\nforum.update((write) => {\n  write(unreadSlice).hidden = 1\n})",
  ],
  [
    'slices-are-written-by-their-owner',
    'web/src/planted/deep/write.ts',
    "import { plantedSlice } from '../planted.slice'\nexport const on = { resync: (context: { write: (slice: object) => void }) => context.write(plantedSlice) }",
  ],
  ['imports-resolve', 'infra/src/planted/lost.ts', "import './nowhere'"],
] as const

/** Allowed imports that are similar to forbidden ones. */
const INNOCENT = [
  ['http-api/src/planted2/inner.ts', 'export type A = 1'],
  ['http-api/src/planted2/index.ts', "export type { A } from './inner'"],
  ['http-api/src/planted/allowed.ts', "import type { A } from '../planted2'"],
  ['http-api/src/platform/work/publisher-planted.ts', "import type { Publisher } from '@forum/shared/bus'"],
  ['web/src/planted2/inner.ts', 'export type A = 1'],
  ['web/src/planted2/index.ts', "export type { A } from './inner'"],
  [
    'web/src/planted/down.ts',
    "import '../store'\nimport '../resource'\nimport '../ui'\nimport '../state/unread'",
  ],
  ['web/src/planted/index.ts', 'export const b = 1'],
  ['web/src/planted3/index.ts', 'export type A = 1'],
  ['web/src/planted/planted.slice.ts', 'export const plantedSlice = {}'],
  [
    'web/src/planted/own-write.ts',
    "import { plantedSlice } from './planted.slice'\nimport { sessionSlice } from '../store'\nexport const change = (write: (slice: object) => void) => [write(plantedSlice), write(sessionSlice)]",
  ],
  ['web/src/planted/deep/own.ts', "import type { A } from '../../planted2'\nimport '../down'"],
  ['web/src/state/planted/door.ts', "import '../thread-copy'\nimport '../../resource'"],
  ['web/src/app/innocent.ts', "import '../planted2'"],
  ['web/src/planted/slice.ts', "import '../lib/api'\nimport type { A } from '../planted2'"],
] as const

/** One violation of each kind of lint rule: the rule, and a module that breaks it. */
const LINT = [
  ['import(no-cycle)', 'shared/src/planted/cycle-a.ts', cycle('A', 'B')],
  ['import(no-cycle)', 'shared/src/planted/cycle-b.ts', cycle('B', 'A')],
  ['node(no-process-env)', 'http-api/src/planted/environment.ts', 'export const home = process.env.HOME'],
  [
    'react-hooks(rules-of-hooks)',
    'web/src/planted/Hooks.tsx',
    "import { useState } from 'react'\nexport function Hooks({ on }: { on: boolean }) {\n  if (on) useState(0)\n  return null\n}",
  ],
  [
    'react-hooks(exhaustive-deps)',
    'web/src/planted/Deps.tsx',
    "import { useEffect } from 'react'\nexport function Deps({ title }: { title: string }) {\n  useEffect(() => {\n    document.title = title\n  }, [])\n  return null\n}",
  ],
  [
    'react(set-state-in-effect)',
    'web/src/planted/State.tsx',
    "import { useEffect, useState } from 'react'\nexport function State({ n }: { n: number }) {\n  const [m, setM] = useState(0)\n  useEffect(() => {\n    setM(n)\n  }, [n])\n  return m\n}",
  ],
  ['typescript(no-floating-promises)', 'shared/src/planted/floating.ts', 'Promise.resolve(1)'],
  [
    'typescript(no-misused-promises)',
    'shared/src/planted/misused.ts',
    '[1].forEach(async (n) => {\n  await Promise.resolve(n)\n})',
  ],
  [
    'typescript(switch-exhaustiveness-check)',
    'shared/src/planted/switch.ts',
    "export function f(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n  return 2\n}",
  ],
  ['typescript(no-explicit-any)', 'shared/src/planted/any.ts', 'export const f = (x: any): unknown => x'],
  [
    'typescript(no-unsafe-assignment)',
    'shared/src/planted/assignment.ts',
    "export const x: string = JSON.parse('1')",
  ],
  ['typescript(no-unsafe-call)', 'shared/src/planted/call.ts', "JSON.parse('1')()"],
  ['typescript(no-unsafe-member-access)', 'shared/src/planted/member.ts', "void JSON.parse('1').x"],
  [
    'typescript(no-unsafe-return)',
    'shared/src/planted/return.ts',
    "export const f = (): string => JSON.parse('1')",
  ],
  ['typescript(no-unsafe-argument)', 'shared/src/planted/argument.ts', "Number.parseInt(JSON.parse('1'))"],
  ['typescript(no-non-null-assertion)', 'shared/src/planted/non-null.ts', 'export const x = [1][0]!'],
  ['typescript(only-throw-error)', 'shared/src/planted/throw.ts', "throw 'text'"],
  ['typescript(await-thenable)', 'shared/src/planted/await.ts', 'await 1'],
  ['typescript(require-await)', 'shared/src/planted/async.ts', 'export const f = async () => 1'],
  [
    'typescript(consistent-type-imports)',
    'shared/src/planted/type.ts',
    "import { Clock } from '../clock'\nexport type C = Clock",
  ],
  [
    'typescript(restrict-template-expressions)',
    'shared/src/planted/template.ts',
    'export const f = (x: object | null) => `${x}`',
  ],
  [
    'react(forbid-dom-props)',
    'web/src/planted/MaxLength.tsx',
    'export const MaxLength = () => <input maxLength={50} />',
  ],
  [
    'react(forbid-component-props)',
    'web/src/planted/PropMaxLength.tsx',
    'export const Limited = ({ Of }: { Of: (props: { maxLength: number }) => null }) => <Of maxLength={50} />',
  ],
  [
    'eslint(no-restricted-properties)',
    'web/src/planted/composing.ts',
    'export const composes = (of: KeyboardEvent) => of.isComposing',
  ],
  [
    'eslint(no-restricted-properties)',
    'web/src/planted/key-code.ts',
    'export const code = (of: KeyboardEvent) => of.keyCode',
  ],
  [
    'eslint(no-restricted-properties)',
    'web/src/planted/key.ts',
    "export const isEnter = (event: KeyboardEvent) => event.key === 'Enter'",
  ],
  [
    'eslint(no-restricted-properties)',
    'web/src/planted/segmenter.ts',
    "export const segmenter = () => new Intl.Segmenter('zh')",
  ],
  [
    'eslint(no-restricted-properties)',
    'shared/src/planted/substring.ts',
    'export const cut = (text: string) => text.substring(0, 5)',
  ],
  ['eslint(no-console)', 'shared/src/planted/console.ts', "console.log('seen')"],
  ['eslint(eqeqeq)', 'shared/src/planted/equal.ts', 'export const f = (x: number) => x == 1'],
  ['eslint(no-unused-vars)', 'shared/src/planted/unused.ts', 'const unused = 1'],
] as const

/** Declarations that set a text size or a spacing without a token. */
const WITHOUT_TOKEN = [
  'font-size: 13px',
  'font-size: 1.2em',
  'font-size: var(--own-size)',
  'font-size: calc(1.2 * var(--t3))',
  'font: 600 13px/1.5 var(--sans)',
  'font: var(--t2)/20px var(--sans)',
  'line-height: 20px',
  'margin: 0 auto 6px',
  'margin-block: -10px',
  'padding: var(--s2) 0.75em',
  'gap: 3px',
  'column-gap: 5px',
  'inset: 8px',
  'top: calc(50% - 22px)',
  'scroll-margin-top: 56px',
]

/** Allowed declarations that are similar to those. */
const WITH_TOKEN = [
  'font-size: var(--t2)',
  '/* Fills its circle. */ font-size: calc(1.2 * var(--t8))',
  'font: 700 var(--t8)/1 var(--serif)',
  'font: var(--text-post) var(--sans)',
  'font: inherit',
  'line-height: 1.5',
  'margin: 0 auto calc(-1 * var(--s2))',
  'padding: 1px var(--s1) -2px env(safe-area-inset-bottom)',
  'padding-left: calc(1.5 * var(--t5))',
  'gap: 0 var(--s4)',
  'top: calc(100% + var(--s1))',
  'bottom: calc(var(--bar) + env(safe-area-inset-bottom))',
  'width: 13px',
  '/* margin: 13px; */',
]

/** Wrong uses of texts, which must not compile. */
const TEXT_ERRORS = {
  unknownKey: "import { commonText } from '../lib/i18n'\nexport const text = commonText('plantedKey')\n",
  missingValue: "import { timeText } from '../ui/time.texts'\nexport const text = timeText('minutesAgo')\n",
  notLoaded: "export const text = hotText('title')\n",
}

function cycle(own: string, other: string): string {
  return `import type { ${other} } from './cycle-${other.toLowerCase()}'\nexport interface ${own} {\n  other?: ${other}\n}`
}

interface Diagnostic {
  code: string
  filename: string
}

describe('npm run check', () => {
  let tree: PlantedTree

  beforeAll(async () => {
    tree = await plantedTree()
    for (const [, file, source] of [...IMPORTS, ...LINT]) await tree.write(file, `${source}\n`)
    for (const [file, source] of INNOCENT) await tree.write(file, `${source}\n`)
    await tree.write(
      'web/src/planted/planted.css',
      [...WITHOUT_TOKEN, ...WITH_TOKEN].map((declaration) => `.planted {\n  ${declaration};\n}\n`).join(''),
    )
    await tree.write(
      'web/src/planted/Style.tsx',
      "export const Style = () => <i style={{ width: 13, paddingLeft: 13, color: 'red' }} />\n",
    )
    await tree.edit('web/src/ui/tokens.css', (text) =>
      text.replace('--t1: 0.75rem;', '--t1: 12px; --t9: 2rem; --text-planted: 13px/1.5;'),
    )
    await tree.write('web/src/planted/mistyped.ts', "export const count: number = 'one'\n")
    await tree.write('shared/src/planted/format.ts', 'export   const spaced = "out" ;\n')
    await tree.write('web/src/planted/unknown-key.ts', TEXT_ERRORS.unknownKey)
    await tree.write('web/src/planted/missing-value.ts', TEXT_ERRORS.missingValue)
    await tree.write('web/src/planted/not-loaded.ts', TEXT_ERRORS.notLoaded)
    await tree.edit('web/src/lib/i18n/common.texts.ts', (text) =>
      text.replace(/\n +home: \['(.*)', '.*'\],/, "\n  home: ['$1'],"),
    )
    await tree.edit('web/src/boards/hot/hot.texts.ts', (text) =>
      text.replace(
        ', {',
        ", {\n  planted: ['没人用', 'Unused'],\n  plantedToo: { deep: ['也没人用', 'Unused too'] },",
      ),
    )
    await tree.edit('http-api/src/config.ts', (text) => `${text}\nexport const plantedUnused = 1\n`)
    await tree.edit('web/package.json', (text) => text.replace('"zod":', '"planted-package": "1", "zod":'))
  })

  afterAll(() => tree.discard())

  it('finds a violation of every import rule, and nothing where an import is allowed', async () => {
    const { code, stdout } = await tree.run('infra/launcher/imports.mjs', '--json')
    const found = (JSON.parse(stdout) as { rule: string; from: string }[]).map(
      ({ rule, from }) => `${rule}: ${from}`,
    )
    expect(found).toEqual(expect.arrayContaining(IMPORTS.map(([rule, file]) => `${rule}: ${file}`)))
    for (const [file] of INNOCENT) expect(found.filter((line) => line.endsWith(`: ${file}`))).toEqual([])
    expect(code).toBe(1)
  })

  it('has a planted violation for every import rule', async () => {
    const { stdout } = await tree.run('infra/launcher/imports.mjs', '--rules')
    const rules = new Set(JSON.parse(stdout) as string[])
    expect(rules.size).toBeGreaterThan(10)
    expect(new Set(IMPORTS.map(([rule]) => rule))).toEqual(rules.add('imports-resolve'))
  })

  it('finds a violation of every kind of lint rule', async () => {
    const files = LINT.map(([, file]) => file)
    const { code, stdout } = await tree.run('node_modules/oxlint/bin/oxlint', '--format', 'json', ...files)
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
    const found = diagnostics.map(({ code: rule, filename }) => `${rule} ${filename}`)
    expect(found).toEqual(expect.arrayContaining(LINT.map(([rule, file]) => `${rule} ${file}`)))
    expect(code).toBe(1)
  })

  it('finds a type error, a missing English text and wrong uses of texts', async () => {
    // Uses the page's own options with a few of its modules, because compiling the whole page takes several seconds.
    const project = 'web/planted.tsconfig.json'
    const include = [
      ...['mistyped', 'unknown-key', 'missing-value', 'not-loaded'].map((name) => `src/planted/${name}.ts`),
      'src/lib/i18n/common.texts.ts',
    ]
    const compilerOptions = { composite: false, declaration: true }
    await tree.write(
      project,
      JSON.stringify({ extends: './tsconfig.json', include, references: [], compilerOptions }),
    )
    const compiler = 'node_modules/typescript/bin/tsc'
    const { code, stdout } = await tree.run(compiler, '-b', project, '--pretty', 'false')
    expect(stdout).toMatch(/web\/src\/planted\/mistyped\.ts.*TS2322/)
    expect(stdout).toMatch(/common\.texts\.ts\(\d+,\d+\).*TS2322/)
    expect(stdout).toMatch(/unknown-key\.ts.*"plantedKey"/)
    expect(stdout).toMatch(/missing-value\.ts.*Expected 2 arguments/)
    expect(stdout).toMatch(/not-loaded\.ts.*Cannot find name 'hotText'/)
    expect(code).not.toBe(0)
  })

  it('finds the texts that the page does not use, and no others', async () => {
    const { code, stdout } = await tree.run('infra/launcher/texts.mjs', '--json')
    expect(JSON.parse(stdout)).toEqual(['hotText.planted', 'hotText.plantedToo.deep'])
    expect(code).toBe(1)
  })

  it('finds every text size and spacing of the page without a token, and no others', async () => {
    const { code, stdout } = await tree.run('infra/launcher/styles.mjs', '--json')
    const found = (JSON.parse(stdout) as { file: string; found: string }[]).map(
      (violation) => `${violation.file}: ${violation.found}`,
    )
    expect(found.toSorted()).toEqual(
      [
        ...WITHOUT_TOKEN.map((declaration) => `web/src/planted/planted.css: ${declaration}`),
        'web/src/planted/Style.tsx: paddingLeft: 13',
        'web/src/ui/tokens.css: --t1: 12px',
        'web/src/ui/tokens.css: --text-planted: 13px/1.5',
        'web/src/ui/tokens.css: 9 text sizes',
      ].toSorted(),
    )
    expect(code).toBe(1)
  })

  it('finds an unused export and an unused dependency', async () => {
    const { code, stdout } = await tree.run('node_modules/knip/bin/knip.js', '--no-progress')
    expect(stdout).toMatch(/plantedUnused.*http-api\/src\/config\.ts/)
    expect(stdout).toMatch(/planted-package.*web\/package\.json/)
    expect(code).toBe(1)
  })

  it('runs each check and fails if one of them does', async () => {
    const { code, stdout, stderr } = await tree.run('infra/launcher/check.mjs', 'format', 'import rules')
    expect(stdout).toContain('shared/src/planted/format.ts')
    expect(stderr).toMatch(/^failed: (format, import rules|import rules, format)$/m)
    expect(code).toBe(1)
  })

  it('fails if it reads fewer modules than there are', async () => {
    await tree.remove('web/src')
    await tree.remove('http-api/src')
    const { stderr, code } = await tree.run('infra/launcher/imports.mjs', '--json')
    expect(stderr).toMatch(/only \d+ modules were read/)
    expect(code).toBe(1)
  })
})
