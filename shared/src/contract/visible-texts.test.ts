import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { api } from '.'

/** Texts that show nothing: fillers, blanks, joiners, direction, variation, tags, marks without a letter. */
const INVISIBLE = [
  ...[
    '',
    ' ',
    '\u3000',
    '\u00a0',
    '\u3164',
    '\uffa0',
    '\u115f\u1160',
    '\u2800',
    '\u00ad',
    '\u034f',
    '\u200b',
  ],
  ...[
    '\u200c\u200d',
    '\u2060',
    '\ufeff',
    '\u061c',
    '\u202e\u202c',
    '\u2066\u2069',
    '\ufe0f',
    '\u{e0100}',
    '\u180e',
  ],
  ...[
    '\u17b4',
    '\ufff9\ufffb',
    '\ufffc',
    '\u{1d159}',
    '\u{1d173}',
    '\u{e0020}\u{e007f}',
    '\u0301',
    '\u20dd',
    '\ufdd0',
  ],
  ...['\u{16fe4}', '\u{13441}', '\u0378', '\u{e1000}', '\u{13430}', '\u2028'],
]
const EMPTY_MARKUP = [
  '[b][/b]',
  '[b] [i]\u3164[/i]\n[/b]',
  '[quote="a"][quote][/quote][/quote]',
  '[list][*][*][/list]',
]
const PILED_MARKS = [
  'a' + '\u0301'.repeat(2_000),
  'é' + '\u0336\u200d'.repeat(30),
  '说\u0489'.padEnd(40, '\u0489'),
]

/**
 * Fields that hold no text for readers: passwords, codes, names that are looked up, addresses, times, text to try the
 * filter on.
 */
const MACHINE = new Set([
  'putDraft value',
  ...['login username', 'forgotPassword username', 'resetPassword token', 'testWords text'],
  ...[
    'updateProfile avatar',
    'register challenge',
    'register answer',
    // A trap, which is empty when people register. It is not stored.
    'register homepage',
    'verifyEmail token',
    'undoEmail token',
    'addPasskey response.transports',
    'startOidc returnTo',
    'finishOidc code',
    'updateNotificationSettings quiet.from',
    'updateNotificationSettings quiet.to',
    'showUnsubscribe token',
    'unsubscribe token',
    'reportBounce recipient',
    'identifyTokens tokens',
    'checkTyping token',
    'getUpload filename',
    'getCategory name',
    'getPage slug',
    'createCategory slug',
    'updateCategory slug',
    'updateCategory key',
    'deleteCategory key',
    'createBoard color',
    'updateBoard color',
    'setPage slug',
    'deletePage slug',
    'listPageVersions slug',
    'agree slug',
    'setSite accent',
    'setSite footer.links.url',
    'createComplaint url',
    'createComplaint challenge',
    'createComplaint homepage',
  ],
])
const isSecret = (field: string): boolean => /password$|keys\.|endpoint$/i.test(field)

/** Queries, of which piled marks are cut. */
const isQuery = (field: string): boolean => / q$|^listSimilarThreads title$/.test(field)

/** Fields whose markup must show something. */
const IN_MARKUP = new Set([
  ...['createThread content', 'updateThread content', 'createPost content', 'updatePost content'],
  'setPage content',
  ...['updateProfile signature', 'sendMessage content', 'updateMessage content'],
])

interface Def {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: z.ZodMiniType[]
}

const defOf = ({ _zod: { def } }: z.ZodMiniType): Def => def

const readsText = (schema: z.ZodMiniType): boolean => {
  const { type, in: from } = defOf(schema)
  return type === 'string' || (type === 'pipe' && from !== undefined && readsText(from))
}

/** Returns the schemas of all texts within one, by their paths. */
function textsOf(schema: z.ZodMiniType, path: string): [path: string, text: z.ZodMiniType][] {
  const { type, shape, innerType, in: from, element, options } = defOf(schema)
  if (type === 'default' || type === 'optional' || type === 'nullable')
    return innerType ? textsOf(innerType, path) : []
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) =>
      textsOf(field, path === '' ? name : `${path}.${name}`),
    )
  if (element) return textsOf(element, path)
  if (options) return options.flatMap((option) => textsOf(option, path))
  if (readsText(schema)) return [[path, schema]]
  return from ? textsOf(from, path) : []
}

const fields = Object.entries(api).flatMap(([name, { params, query, body }]) =>
  [params, query, body].flatMap((part) =>
    textsOf(part, '').map(([path, schema]) => ({ field: `${name} ${path}`, schema })),
  ),
)
const forReaders = fields.filter(({ field }) => !MACHINE.has(field) && !isSecret(field))

/** Returns the texts that a field accepts as they are, or as anything but ''. */
const accepted = (schema: z.ZodMiniType, texts: readonly string[]) =>
  texts
    .filter((text) => {
      const { success, data } = z.safeParse(schema, text)
      return success && data !== ''
    })
    .map((text) => encodeURI(text.slice(0, 20)))

describe('texts of the contract', () => {
  it('finds the texts of nested bodies', () => {
    const names = fields.map(({ field }) => field)
    expect(names).toEqual(expect.arrayContaining(['createThread poll.options', 'setWords words.pattern']))
    expect(names).toEqual(expect.arrayContaining([...MACHINE, ...IN_MARKUP]))
  })

  it('refuses in every field a text that shows nothing, or takes it as empty', () => {
    const faults = forReaders.map(({ field, schema }) => [field, accepted(schema, INVISIBLE)] as const)
    expect(faults.filter(([, texts]) => texts.length > 0)).toEqual([])
  })

  it('refuses in every field more marks on a character than any script has', () => {
    const stored = forReaders.filter(({ field }) => !isQuery(field))
    const faults = stored.map(({ field, schema }) => [field, accepted(schema, PILED_MARKS)] as const)
    expect(faults.filter(([, texts]) => texts.length > 0)).toEqual([])
  })

  it('refuses marks that are piled upon one character through markup', () => {
    const piled = [`e${`${'\u0301'.repeat(8)}[b][/b]`.repeat(20)}`]
    const inMarkup = fields.filter(({ field }) => IN_MARKUP.has(field))
    const faults = inMarkup.map(({ field, schema }) => [field, accepted(schema, piled)] as const)
    expect(faults.filter(([, texts]) => texts.length > 0)).toEqual([])
  })

  it('refuses markup that shows nothing as the text of a post', () => {
    const inMarkup = fields.filter(({ field }) => IN_MARKUP.has(field))
    const faults = inMarkup.map(({ field, schema }) => [field, accepted(schema, EMPTY_MARKUP)] as const)
    expect(faults.filter(([, texts]) => texts.length > 0)).toEqual([])
  })
})
