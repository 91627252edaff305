import { readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import * as algorithm from './algorithm'
import { checkAlgorithm } from './model/check'

const LIVES = 2_000
/** A mutant gets fewer lives than the real thing: those that take long to show belong in `directed`. */
const LIVES_OF_A_MUTANT = 600

const source = readFileSync(new URL('./algorithm.ts', import.meta.url), 'utf8')

/** Every statement inside the class, by its text and where it stands. */
function statements(): { text: string; start: number; end: number }[] {
  const file = ts.createSourceFile('algorithm.ts', source, ts.ScriptTarget.ES2022, true)
  const found: { text: string; start: number; end: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) && !ts.isBlock(node) && !ts.isClassDeclaration(node)) {
      const start = node.getStart(file)
      found.push({ start, end: node.end, text: node.getText(file).split('\n')[0] ?? '' })
    }
    ts.forEachChild(node, visit)
  }
  for (const node of file.statements) {
    if (ts.isClassDeclaration(node) && node.name?.text === 'ThreadLog') visit(node)
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
