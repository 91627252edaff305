import { defineTexts } from '../../lib/i18n'

export const resendText = defineTexts('resend', {
  unsent: '没有发出去，请重试',
  unsentOffline: '没有发出去：网络已断开',
  whenBack: '恢复连接后自动发送',
  waiting: '恢复连接后会自动发送，点这里取消',
})
