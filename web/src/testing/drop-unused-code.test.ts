import { expect, it } from 'vitest'
import { dropFrom, patches } from '../../drop-unused-code.ts'

/** Builds modules of a library with two patches, and returns them. */
function build(...modules: string[]): string[] {
  const plugin = dropFrom(
    /library/,
    ...patches([
      [/warn\(\)/g, ''],
      [/isDevelopment/, 'false'],
    ]),
  )
  const { transform, buildEnd } = plugin as unknown as {
    transform: { handler: (code: string) => string }
    buildEnd: () => void
  }
  const built = modules.map((code) => transform.handler(code))
  buildEnd()
  return built
}

it('patches each module of a library in which it finds something', () => {
  expect(build('warn(); run(); warn()', 'if (isDevelopment) check()')).toEqual([
    '; run(); ',
    'if (false) check()',
  ])
})

it('fails the build if a patch finds nothing in a library', () => {
  expect(() => build('warn(); run()', 'if (isDev) check()')).toThrow(/library for isDevelopment/)
  expect(() => build()).toThrow(/warn/)
})
