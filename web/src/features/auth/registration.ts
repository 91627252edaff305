import { displayName, email, newPassword, newUsername } from '@forum/shared/contract'
import { fieldText } from '@forum/shared/bilingual'
import { type ApiError } from '../../lib/api'
import { language } from '../../lib/i18n'
import { safeParse } from '../../lib/schemas'

export const FIELDS = ['username', 'email', 'displayName', 'password', 'confirmation'] as const
export type RegistrationField = (typeof FIELDS)[number]
export type RegistrationForm = Record<RegistrationField, string>
export type RegistrationErrors = Partial<Record<RegistrationField, string>>

const SCHEMAS = { username: newUsername, email, displayName, password: newPassword }

/** Returns the error of a field by the server's own rules; undefined for a valid field. */
export function checkField(
  field: RegistrationField,
  form: RegistrationForm,
  texts: { confirmRequired: string; mismatch: string },
): string | undefined {
  if (field === 'confirmation') {
    if (form.confirmation === '') return texts.confirmRequired
    return form.confirmation === form.password ? undefined : texts.mismatch
  }
  if (field === 'displayName' && form.displayName.trim() === '') return undefined
  const result = safeParse(SCHEMAS[field], form[field])
  const code = result.success ? undefined : result.error.issues[0]?.message
  return code === undefined ? undefined : fieldText({ field, code }, language)
}

/** Returns the error texts of the refused fields; empty when the refusal concerns none of them. */
export function refusedFields(error: ApiError): RegistrationErrors {
  if (error.code === 'USERNAME_TAKEN') return { username: error.message }
  if (error.code === 'EMAIL_TAKEN') return { email: error.message }
  const errors: RegistrationErrors = {}
  for (const { field, message } of error.fields) {
    const own = FIELDS.find((name) => name === field)
    if (own) errors[own] ??= message
  }
  return errors
}
