import { defineTexts } from '../../lib/i18n'

export const coauthorsText = defineTexts('coauthors', {
  manage: ['共同作者', 'Co-authors'],
  explained: [
    '对方接受以后，可以修改正文和标题，名字写在文首；编辑记录里有每个版本的作者。最多 {{max}} 人。',
    'Once they accept, they can edit the text and the title, and are named at its head. The history says who wrote each version. At most {{max}} people.',
  ],
  find: ['邀请谁', 'Whom to invite'],
  findPlaceholder: ['用户名或显示名', 'Username or display name'],
  findFailed: ['没能查找会员', 'Could not look for members'],
  nobody: ['没有找到', 'Nobody found'],
  invite: ['邀请', 'Invite'],
  invited: ['已邀请，等对方接受', 'Invited, not accepted yet'],
  invitedToast: ['已邀请 {{name}}', 'Invited {{name}}'],
  remove: ['移除', 'Remove'],
  takeBack: ['撤回', 'Take back'],
  leave: ['退出', 'Leave'],
  left: ['你不再是共同作者', 'You are no longer a co-author'],
  none: ['还没有共同作者', 'No co-authors yet'],
  failed: ['没能加载共同作者', 'Could not load the co-authors'],
  asked: [
    '{{name}} 邀请你一起写这篇。接受以后你可以修改正文和标题，名字写在文首。',
    '{{name}} invited you to write this together. Once you accept, you can edit the text and the title, and are named at its head.',
  ],
  accept: ['接受', 'Accept'],
  accepted: ['你现在是共同作者，可以修改了', 'You are a co-author now and can edit'],
  decline: ['谢绝', 'Decline'],
  declined: ['已谢绝', 'Declined'],
})
