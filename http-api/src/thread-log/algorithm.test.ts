import { readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import * as algorithm from './algorithm'
import { checkAlgorithm } from './model/check'

const LIVES = 2_000
/** A mutant gets fewer lives than the real thing: those that take long to show belong in `directed`. */
const LIVES_OF_A_MUTANT = 600

const source = readFileSync(new URL('./algorithm.ts', import.meta.url), 'utf8')

interface Statement {
  text: string
  start: number
  end: number
}

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

const isStatement = ({ type }: Node) =>
  (type.endsWith('Statement') && type !== 'BlockStatement') || type === 'VariableDeclaration'

/** Every statement inside the class, by its text and where it stands. */
function statements(): Statement[] {
  const found: Statement[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (isNode(value)) {
      const { start, end } = value
      if (isStatement(value)) found.push({ start, end, text: source.slice(start, end).split('\n')[0] ?? '' })
      for (const child of Object.values(value)) visit(child)
    }
  }
  for (const node of parseSync('algorithm.ts', source).program.body) {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (declared?.type === 'ClassDeclaration' && declared.id?.name === 'ThreadLog') visit(declared.body)
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
