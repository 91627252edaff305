import type * as z from 'zod/mini'

/** The time of every field that has one. */
const NOW = '2026-11-20T09:30:00.000Z'

/** Returns a value of a schema with as little in it as the schema allows: an empty text, 0, null, an empty list. */
export const blankOf = <T extends z.core.$ZodType>(schema: T): z.output<T> => blank(schema) as z.output<T>

function blank(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, field]) => (field as z.core.$ZodTypes)._zod.def.type !== 'optional')
          .map(([name, field]) => [name, blank(field)]),
      )
    case 'string':
      return 'format' in def ? NOW : ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'array':
      return []
    case 'nullable':
      return null
    case 'enum':
      return Object.values(def.entries)[0]
    default:
      throw new Error(`no blank value of ${def.type}`)
  }
}
