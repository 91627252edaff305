import { defineTexts } from '../../lib/i18n'

export const ownGroupsText = defineTexts('ownGroups', {
  title: ['用户组', 'Groups'],
  about: [
    '有些版块只对用户组开放。加入后，那些版块立刻出现；退出后立刻不见。',
    'Some boards are open to groups only. They appear as soon as you are in, and are gone as soon as you leave.',
  ],
  failed: ['加载用户组失败', 'Could not load the groups'],
  none: ['没有可以加入的用户组', 'There are no groups to join'],
  standing: {
    member: ['已加入', 'You are in'],
    asked: ['已申请，等管理员同意', 'You have asked to join'],
    none: ['未加入', 'Not joined'],
  },
  ask: ['申请加入', 'Ask to join'],
  askFor: ['申请加入：{{name}}', 'Ask to join: {{name}}'],
  withCode: ['凭邀请码加入', 'Join with a code'],
  withCodeFor: ['凭邀请码加入：{{name}}', 'Join with a code: {{name}}'],
  code: ['邀请码', 'Code'],
  codeMissing: ['请输入邀请码', 'Type the code'],
  join: ['加入', 'Join'],
  leave: ['退出', 'Leave'],
  leaveFor: ['退出：{{name}}', 'Leave: {{name}}'],
  withdraw: ['撤回申请', 'Withdraw'],
  withdrawFor: ['撤回申请：{{name}}', 'Withdraw the request: {{name}}'],
  byItself: ['按注册天数和发帖数自动加入', 'You are in by your days and posts'],
})
