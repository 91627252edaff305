import { defineTexts } from '../../lib/i18n'

export const resendText = defineTexts('resend', {
  unsent: ['没有发出去，请重试', 'Not sent. Please try again.'],
  unsentOffline: ['没有发出去：网络已断开', 'Not sent: you are offline'],
  whenBack: ['恢复连接后自动发送', 'Send automatically once reconnected'],
  waiting: ['恢复连接后会自动发送，点这里取消', 'Will be sent once reconnected. Click to cancel.'],
})
