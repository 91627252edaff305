import { defineTexts } from '../../../lib/i18n'

export const identitiesText = defineTexts('identities', {
  title: ['连着的账号', 'Connected accounts'],
  note: ['最后一种登录方法不能断开。', 'The last way to log in stays connected.'],
  link: ['连上', 'Connect'],
  linkOf: ['连上 {{name}}', 'Connect {{name}}'],
  unlink: ['断开', 'Disconnect'],
  unlinkOf: ['断开 {{name}}', 'Disconnect {{name}}'],
  unlinked: ['已断开', 'Disconnected'],
})
