import { fieldText } from '@forum/shared/bilingual'
import { config, safeParse, type core } from 'zod/mini'
import { language } from './i18n'

// The page's policy forbids eval, which the schemas would otherwise try at their first use.
config({ jitless: true })

export { safeParse }

/** Returns the text of the first rule of the contract that the value of a field violates; undefined if it is valid. */
export function fieldProblem(field: string, schema: core.$ZodType, value: unknown): string | undefined {
  const result = safeParse(schema, value)
  const code = result.success ? undefined : result.error.issues[0]?.message
  return code === undefined ? undefined : fieldText({ field, code }, language)
}
