import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters } from '@forum/shared/text'
import { Chips, Counter, Field } from '../../ui'
import { REASONS } from '../reasons/reason'
import { reasonText } from '../reasons/reason.texts'
import { actionsText } from './actions.texts'

/** The usual reasons, with those that only moderators need before the last, which is for any other. */
const texts = () => [
  ...REASONS.filter((reason) => reason !== 'other').map((reason) => reasonText(reason)),
  actionsText('reasons.offTopic'),
  actionsText('reasons.duplicate'),
  reasonText('other'),
]

/** Whether a reason is short enough to be sent. */
export const isReasonTooLong = (reason: string): boolean => countCharacters(reason) > REASON_MAX

/** The reason for a moderator's action: one of the usual reasons, or the moderator's own words. */
export function ReasonFields({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="reason">
      <Chips
        options={texts().map((text) => ({ value: text, label: text }))}
        value={value}
        onPress={(text) => {
          onChange(value === text ? '' : text)
        }}
      />
      <Field
        label={actionsText('reason')}
        optional
        help={actionsText('reasonHelp')}
        error={isReasonTooLong(value) ? actionsText('reasonTooLong', { max: REASON_MAX }) : undefined}
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
