import { type TableOf } from '../../lib/i18n'
import { type pushText } from './push.texts'

export const push: TableOf<typeof pushText> = {
  thisDevice: 'Push messages on this device',
  status: {
    unknown: 'Checking this device…',
    unsupported: 'This browser does not support push messages, or the push service cannot be reached',
    denied: 'Your browser blocks notifications from this site. Allow them in the site settings first.',
    off: 'Get notified when the page is closed',
    on: 'On. No push messages while the page is visible.',
  },
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  isOn: 'Push messages turned on',
  isOff: 'Push messages turned off on this device',
  failed: 'Could not change the setting. Please try again.',
  offer: 'Get push messages about new replies on this device?',
  notNow: 'Not now',
}
