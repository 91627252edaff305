import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { useTexts } from '../../lib/i18n'
import { classNames, Counter, Field } from '../../ui'
import './texts'

const REASONS = ['ads', 'offTopic', 'duplicate', 'attack', 'illegal', 'infringing'] as const

/** Whether a reason is short enough to be sent. */
export const isReasonTooLong = (reason: string): boolean => countCharacters(reason) > REASON_MAX

/** The reason for a moderator's action: one of the usual reasons, or the moderator's own words. */
export function ReasonFields({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts()
  return (
    <div className="reason">
      <div className="buttons">
        {REASONS.map((name) => {
          const text = t(`acts.reasons.${name}`)
          return (
            <button
              key={name}
              type="button"
              className={classNames('chip', value === text && 'chip-on')}
              aria-pressed={value === text}
              onClick={() => {
                onChange(value === text ? '' : text)
              }}
            >
              {text}
            </button>
          )
        })}
      </div>
      <Field
        label={t('acts.reason')}
        optional
        help={t('acts.reasonHelp')}
        error={isReasonTooLong(value) ? t('acts.reasonTooLong', { max: REASON_MAX }) : undefined}
        aside={value === '' ? undefined : <Counter count={countCharacters(value)} max={REASON_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            className="input reason-text"
            rows={2}
            value={value}
            onChange={(event) => {
              onChange(event.target.value)
            }}
          />
        )}
      </Field>
    </div>
  )
}
