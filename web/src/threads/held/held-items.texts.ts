import { defineTexts } from '../../lib/i18n'

export const heldItemsText = defineTexts('heldItems', {
  pending: ['待审', 'Held'],
  rejected: ['没有通过', 'Not approved'],
  kind: {
    thread: ['待审的主题', 'A thread that is held'],
    post: ['待审的回复', 'A reply that is held'],
    edit: ['待审的修改', 'An edit that is held'],
    message: ['待审的站内信', 'A message that is held'],
  },
  to: ['给 {{name}}', 'to {{name}}'],
  editNote: ['改动说明：{{note}}', 'Note on the change: {{note}}'],
  onlyYou: ['；现在只有你看得到。', '. Only you see it now.'],
  kept: ['（内容留三天，可以改后再发）', ' (kept for three days, to change it and send it again)'],
  noNote: ['版主没有写理由', 'The moderator gave no reason'],
  withdraw: ['撤回', 'Withdraw'],
  withdrawn: ['已撤回', 'Withdrawn'],
  forgotten: ['已删去', 'Removed'],
  again: ['改后再发', 'Change and send again'],
  forget: ['不要了', 'Forget it'],
  inDraft: ['内容已放回草稿', 'The text is back in your draft'],
  editTitle: ['修改待审的内容', 'Change what is held'],
  title: ['标题', 'Title'],
  content: ['内容', 'Text'],
  empty: ['不能为空', 'Cannot be empty'],
  none: ['没有等版主看的内容', 'Nothing of yours waits for a moderator'],
})
