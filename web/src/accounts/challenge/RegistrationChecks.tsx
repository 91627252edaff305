import { type Form, FormField } from '../../ui'
import { ChallengeBox } from './ChallengeBox'
import { type Challenge } from './use-challenge'

/** The fields of the checks in the form of a registration. */
export const EMPTY_CHECKS = { answer: '', homepage: '' }

/** The checks that a site demands of newcomers besides their account; false and null for none. */
export interface RegistrationRequirements {
  hasChallenge: boolean
  question: string | null
}

/** The founder's question, the field that people do not see, and the proof of work. */
export function RegistrationChecks<Values extends typeof EMPTY_CHECKS>({
  form,
  asked: { hasChallenge, question },
  challenge,
}: {
  form: Pick<Form<Values>, 'control' | 'errors'>
  asked: RegistrationRequirements
  challenge: Challenge
}) {
  const fields = form as unknown as Pick<Form<typeof EMPTY_CHECKS>, 'control' | 'errors'>
  return (
    <>
      {question !== null && (
        <FormField form={fields} name="answer" label={question} required autoComplete="off" />
      )}
      <input
        {...fields.control('homepage')}
        className="visually-hidden"
        autoComplete="off"
        tabIndex={-1}
        aria-hidden
      />
      {hasChallenge && <ChallengeBox challenge={challenge} />}
    </>
  )
}
