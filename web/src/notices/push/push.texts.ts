import { defineTexts } from '../../lib/i18n'

export const pushText = defineTexts('push', {
  thisDevice: ['在这台设备上接收推送', 'Push messages on this device'],
  status: {
    unknown: ['正在查看这台设备的设置…', 'Checking this device…'],
    unsupported: [
      '这个浏览器不支持推送，或推送服务不可用',
      'This browser does not support push messages, or the push service cannot be reached',
    ],
    denied: [
      '浏览器已禁止本站推送，请在浏览器的网站设置里允许后再来',
      'Your browser blocks notifications from this site. Allow them in the site settings first.',
    ],
    off: ['关掉网页后，有新消息也能知道', 'Get notified when the page is closed'],
    on: ['已开启，网页开着并看得见时不会打扰你', 'On. No push messages while the page is visible.'],
  },
  turnOn: ['开启推送', 'Turn on'],
  turnOff: ['关闭推送', 'Turn off'],
  isOn: ['已开启推送', 'Push messages turned on'],
  isOff: ['这台设备没有开启推送', 'Push messages turned off on this device'],
  failed: ['设置推送失败，请重试', 'Could not change the setting. Please try again.'],
  offer: ['要在有新回复时推送到这台设备吗？', 'Get push messages about new replies on this device?'],
  notNow: ['暂不', 'Not now'],
})
