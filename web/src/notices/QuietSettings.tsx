import { type NotificationSettings } from '@forum/shared/contract'
import { Field, localDate, sharedClock } from '../ui'
import { ChoiceRow } from './ChoiceRow'
import { mailsText } from './mails.texts'

type Quiet = NonNullable<NotificationSettings['quiet']>
type Mode = 'off' | 'hours' | 'days'

const NIGHT: Quiet = { from: '22:30', to: '07:30' }
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

const modeOf = (quiet: Quiet | null): Mode =>
  quiet === null ? 'off' : quiet.from.includes('-') ? 'days' : 'hours'

/** The days from today to a week from now. */
function aWeek(): Quiet {
  const now = sharedClock.now()
  const dayAt = (at: number) => localDate(new Date(at).toISOString())
  return { from: dayAt(now), to: dayAt(now + WEEK_MS) }
}

/** The times when nothing is pushed or mailed, in the time zone of this device. */
export function QuietSettings({
  settings: { quiet, timeZone },
  saved,
  onSave,
}: {
  settings: Pick<NotificationSettings, 'quiet' | 'timeZone'>
  saved: string
  onSave: (changes: Pick<NotificationSettings, 'quiet' | 'timeZone'>) => void
}) {
  const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const save = (changed: Quiet | null) => onSave({ quiet: changed, timeZone: deviceZone })
  const mode = modeOf(quiet)
  const isDays = mode === 'days'
  return (
    <>
      <ChoiceRow<Mode>
        label={mailsText('quiet')}
        help={mailsText('quietHelp', { zone: timeZone ?? deviceZone })}
        value={mode}
        saved={saved}
        options={[
          { value: 'off', label: mailsText('quietOff') },
          { value: 'hours', label: mailsText('quietHours') },
          { value: 'days', label: mailsText('quietDays') },
        ]}
        onChange={(to) => save(to === 'off' ? null : to === 'hours' ? NIGHT : aWeek())}
      />
      {quiet !== null && (
        <div className="notification-quiet">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={mailsText(end)}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  type={isDays ? 'date' : 'time'}
                  value={quiet[end]}
                  required
                  onChange={({ target }) => {
                    const changed = { ...quiet, [end]: target.value }
                    const isWhole = changed.from !== '' && changed.to !== ''
                    const isOrdered = isDays ? changed.from <= changed.to : changed.from !== changed.to
                    if (isWhole && isOrdered) save(changed)
                    // A later beginning takes the end along. An earlier end may be a year that is being typed.
                    else if (isWhole && isDays && end === 'from') save({ ...changed, to: changed.from })
                  }}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </>
  )
}
