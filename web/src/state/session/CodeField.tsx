import { useState, type ComponentProps } from 'react'
import { type CurrentUser } from '@forum/shared/contract'
import { type ApiError } from '../../resource'
import { FormField } from '../../ui'
import { secondFactorText } from './second-factor.texts'

/** The field for a code of a second factor: of the app, or a recovery code. */
export function CodeField({
  form,
  help,
}: {
  form: ComponentProps<typeof FormField<'code'>>['form']
  help?: string
}) {
  return (
    <FormField
      form={form}
      name="code"
      label={secondFactorText('code')}
      help={help}
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** Returns whether a form needs a code: if the member's second factor is on, or once the server has asked for it. */
export function useAsksForCode(user: Pick<CurrentUser, 'secondFactor'> | null) {
  const [wasRequired, setWasRequired] = useState(false)
  const asksForCode = wasRequired || user?.secondFactor === 'on'
  return {
    asksForCode,
    checkCode: (code: string) =>
      asksForCode && code.trim() === '' ? secondFactorText('codeRequired') : undefined,
    /** Returns the code as a part of a call's body. */
    codeIn: (code: string) => (asksForCode ? { code: code.trim() } : {}),
    noticeRequired: ({ code }: ApiError) => {
      if (code === 'SECOND_FACTOR_REQUIRED') setWasRequired(true)
    },
  }
}
