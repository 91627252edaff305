import { Check } from '../../ui'
import { composerText } from './composer.texts'

/** The option to write anonymously, where it is allowed. */
export function AnonymousCheck({
  isAllowed,
  checked,
  onChange,
}: {
  isAllowed: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  if (!isAllowed) return null
  return (
    <Check
      label={composerText('anonymous')}
      help={composerText('anonymousHelp')}
      checked={checked}
      onChange={onChange}
    />
  )
}
