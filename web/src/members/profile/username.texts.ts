import { defineTexts } from '../../lib/i18n'

export const usernameText = defineTexts('username', {
  heading: ['用户名', 'Username'],
  note: [
    '每 {{renameDays}} 天可以改一次。旧名一年内不给别人，也一直能找到你。',
    'You may change it every {{renameDays}} days. The old one leads to you, and nobody else gets it for a year.',
  ],
  from: ['{{date}} 起可以再改', 'You may change it again from {{date}}'],
  change: ['改用户名', 'Change it'],
  newName: ['新用户名', 'New username'],
  help: [
    '{{usernameMin}}–{{usernameMax}} 个字母和数字。引用和 @ 都会跟着改，用旧名 {{username}} 也能登录。',
    '{{usernameMin}} to {{usernameMax}} letters and digits. Quotes and mentions follow, and you can still log in as {{username}}.',
  ],
  same: ['这就是现在的用户名', 'This is your present username'],
  changed: ['用户名已改', 'Username changed'],
  failed: ['没有改成，请重试', 'Could not change it. Please try again.'],
  close: ['取消', 'Cancel'],
})
