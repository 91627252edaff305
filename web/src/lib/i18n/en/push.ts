import { type push as zh } from '../zh/push'
import { type TableOf } from '../table'

export const push: TableOf<typeof zh> = {
  thisDevice: 'Push messages on this device',
  status: {
    unknown: 'Looking up the settings of this device…',
    unsupported: 'This browser has no push messages, or their service cannot be reached',
    denied: 'The browser blocks push messages of this site; allow them in its site settings first',
    off: 'Hear of news when the page is closed',
    on: 'On; while the page is open and visible, it stays quiet',
  },
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  isOn: 'Push messages are on',
  isOff: 'Push messages are off on this device',
  failed: 'Could not be changed, please try again',
  offer: 'Send new replies to this device?',
  notNow: 'Not now',
}
