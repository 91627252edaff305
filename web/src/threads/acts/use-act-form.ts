import { type Board } from '@forum/shared/contract'
import { TITLE_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank } from '@forum/shared/text'
import { type Result } from '../../lib/result'
import { type ApiError } from '../../lib/api'
import { type Form, sharedClock, useForm } from '../../ui'
import { type GivenReason, NO_REASON, reasonOf, reasonProblem } from '../reasons/reason'
import { actionsText } from '../thread-actions/actions.texts'
import { type ActInput, type PageAct } from './acts'
import { endOf, type GivenSpan } from './spans'

/** The values of an act's form; an act uses those that it needs. */
export interface ActValues {
  title: string
  board: Board | null
  type: string | null | undefined
  span: GivenSpan
  reason: GivenReason
}

/** The parts of an act that its form depends on. */
export type ActFormSpec = Pick<PageAct, 'asks' | 'spans' | 'isDanger'>

export type ActFormModel = Form<ActValues> & {
  act: ActFormSpec
  /** The problem of the reason once the form was sent; null if there is none. */
  reasonProblem: string | null
}

/** Returns a span that the act allows; any other becomes three days, which every act allows. */
const allowedSpan = ({ spans = [] }: ActFormSpec, given: GivenSpan): GivenSpan =>
  given.span === 'custom' || spans.includes(given.span) ? given : { ...given, span: 'threeDays' }

function fieldProblem({ asks }: ActFormSpec, { title, board, type }: ActValues): string | undefined {
  if (asks === 'board') return board === null ? actionsText('moveChoose') : undefined
  if (asks === 'type') return type === undefined ? actionsText('typeChoose') : undefined
  return asks === 'title' ? titleProblem(title) : undefined
}

/** Returns the problem of the title of a thread; undefined if there is none. */
export function titleProblem(title: string): string | undefined {
  if (isBlank(title)) return actionsText('titleEmpty')
  return countCharacters(title) > TITLE_MAX ? actionsText('titleTooLong', { max: TITLE_MAX }) : undefined
}

function givenFor({ asks }: ActFormSpec, { title, board, type, span, reason }: ActValues): ActInput {
  return {
    reason: reasonOf(reason),
    ...(asks === 'title' ? { title } : {}),
    ...(asks === 'board' && board ? { board } : {}),
    ...(asks === 'type' ? { type: type ?? null } : {}),
    ...(asks === 'until' ? { until: endOf(span, sharedClock.now())?.toISOString() ?? null } : {}),
  }
}

/** The model of the form of a moderator's act, on any screen: its values, their problems, and its submission. */
export function useActForm<Value = void>({
  act,
  initial,
  isReasonOptional = false,
  send,
  onSent,
  ...options
}: {
  act: ActFormSpec
  initial?: Partial<ActValues>
  isReasonOptional?: boolean
  /** Resolves with null if the act waits for a second press. */
  send: (given: ActInput) => Promise<Result<Value> | null>
  onSent?: (value: Value) => void
  onFailure?: (error: ApiError) => void
  describe?: (error: ApiError) => string | undefined
}): ActFormModel {
  const valuesFor = (values: ActValues): ActValues => ({ ...values, span: allowedSpan(act, values.span) })
  const problemOf = ({ reason }: ActValues) => reasonProblem(reason, isReasonOptional)
  const form = useForm<ActValues, Value>({
    initial: {
      title: '',
      board: null,
      type: undefined,
      span: { span: 'threeDays', custom: '' },
      reason: NO_REASON,
      ...initial,
    },
    check: (values) => ({
      form: fieldProblem(act, values),
      // The fields themselves show their problems.
      reason: problemOf(values) ?? undefined,
      span:
        act.asks === 'until' && endOf(valuesFor(values).span, sharedClock.now()) === undefined
          ? ''
          : undefined,
    }),
    send: (values) => send(givenFor(act, valuesFor(values))),
    ...(onSent ? { onSent } : {}),
    fieldOf: null,
    ...options,
  })
  return {
    ...form,
    act,
    values: valuesFor(form.values),
    reasonProblem: form.isTried ? problemOf(form.values) : null,
  }
}
