import { defineTexts } from '../../lib/i18n'

export const pushText = defineTexts('push', {
  thisDevice: '在这台设备上接收推送',
  status: {
    unknown: '正在查看这台设备的设置…',
    unsupported: '这个浏览器不支持推送，或推送服务不可用',
    denied: '浏览器已禁止本站推送，请在浏览器的网站设置里允许后再来',
    off: '关掉网页后，有新消息也能知道',
    on: '已开启，网页开着并看得见时不会打扰你',
  },
  turnOn: '开启推送',
  turnOff: '关闭推送',
  isOn: '已开启推送',
  isOff: '这台设备没有开启推送',
  failed: '设置推送失败，请重试',
  offer: '要在有新回复时推送到这台设备吗？',
  notNow: '暂不',
})
