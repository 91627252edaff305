import { expect, it } from 'vitest'
import { api } from '.'

declare global {
  interface ImportMeta {
    /** Imports modules by their paths, as Vite does. */
    glob: (paths: string[], options: { eager: true }) => Record<string, Record<string, object>>
  }
}

it('merges every table of endpoints, of which no two use one name', () => {
  const modules = Object.values(import.meta.glob(['./*.ts', '!./*.test.ts'], { eager: true }))
  const tables = modules.flatMap((exported) =>
    Object.entries(exported).flatMap(([name, table]) => (name.endsWith('Endpoints') ? [table] : [])),
  )
  const names = tables.flatMap((table) => Object.keys(table))
  expect(names.toSorted()).toEqual(Object.keys(api).toSorted())
})
