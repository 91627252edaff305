import { defineTexts } from '../../lib/i18n'

export const pageAdminText = defineTexts('pageAdmin', {
  choose: ['选一页来改，或者加一页。', 'Choose a page to change, or add one.'],
  add: ['加一页', 'Add a page'],
  failed: ['这一页加载失败', 'The page could not be loaded'],
  slug: ['地址', 'Address'],
  slugHelp: [
    '/pages/ 后面的一段：小写字母、数字和短横线',
    'What follows /pages/: lower-case letters, digits and hyphens',
  ],
  slugTaken: ['这个地址已经有一页了', 'There is a page at this address already'],
  slugInvalid: [
    '请用小写字母、数字和短横线，最多 40 个',
    'Use lower-case letters, digits and hyphens, at most 40',
  ],
  title: ['标题', 'Title'],
  content: ['正文', 'Text'],
  contentHelp: [
    '与帖子同样的标记；单独一行的 [b]小标题[/b] 成为一节的标题',
    'In the markup of posts; a line that is [b]bold[/b] as a whole is the heading of a section',
  ],
  required: ['请填写这一项', 'Fill this in'],
  mustAgree: ['请成员重新同意', 'Ask members to agree again'],
  mustAgreeHelp: [
    '改动要紧时用：成员同意这一版之前不能发言，浏览不受影响。',
    'For changes that matter: members cannot write until they agree to this version; reading goes on.',
  ],
  saved: ['已保存', 'Saved'],
  remove: ['删除页面：{{title}}', 'Delete the page: {{title}}'],
  removeText: [
    '它的地址不再有效；历史版本留在记录里。',
    'Its address no longer leads anywhere; its versions are kept.',
  ],
  removed: ['页面“{{title}}”已删除', 'Page “{{title}}” deleted'],
  preview: ['预览', 'Preview'],
  history: ['历史版本', 'Earlier versions'],
  version: ['第 {{n}} 版', 'Version {{n}}'],
  default: ['默认的文字', 'Default text'],
  take: ['取回', 'Take back'],
  takeVersion: ['取回第 {{n}} 版', 'Take back version {{n}}'],
})
