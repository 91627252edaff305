import { readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { parseSync, type Span } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import * as algorithm from './algorithm'
import { checkAlgorithm } from './model/check'

const LIVES = 2_000
/** A mutant gets fewer lives than the real thing: those that take long to show belong in `directed`. */
const LIVES_OF_A_MUTANT = 600

const source = readFileSync(new URL('./algorithm.ts', import.meta.url), 'utf8')

const isStatement = (node: object): node is Span =>
  'type' in node &&
  typeof node.type === 'string' &&
  /(?<!Block)Statement$|^VariableDeclaration$/.test(node.type)

/** Every statement inside the class, by its text and where it stands. */
function statements(): { text: string; start: number; end: number }[] {
  const { program } = parseSync('algorithm.ts', source)
  const found: { text: string; start: number; end: number }[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isStatement(node)) {
      const text = source.slice(node.start, node.end).split('\n')[0] ?? ''
      found.push({ start: node.start, end: node.end, text })
    }
    for (const [key, child] of Object.entries(node)) {
      // The head of a loop declares without being a statement.
      if (key !== 'init' && key !== 'left') visit(child)
    }
  }
  for (const node of program.body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (declaration?.type === 'ClassDeclaration' && declaration.id?.name === 'ThreadLog') visit(declaration)
  }
  return found
}

async function without(statement: { start: number; end: number }): Promise<typeof algorithm> {
  const mutant = `${source.slice(0, statement.start)};${source.slice(statement.end)}`
  const { code } = await transform(mutant, { loader: 'ts', format: 'esm' })
  return (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )) as typeof algorithm
}

describe('the thread log', () => {
  it(`keeps its promises through ${LIVES} random lives with kills, stalls and lost publishes`, async () => {
    await checkAlgorithm(algorithm.ThreadLog, { from: 0, to: LIVES })
  }, 600_000)

  it('has statements to take out', () => {
    expect(statements().length).toBeGreaterThan(25)
  })

  it.each(statements())(
    'breaks a promise without `$text`',
    async (statement) => {
      const { ThreadLog } = await without(statement)
      await expect(checkAlgorithm(ThreadLog, { from: 0, to: LIVES_OF_A_MUTANT })).rejects.toThrow()
    },
    60_000,
  )
})
