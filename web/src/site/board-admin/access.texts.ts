import { defineTexts } from '../../lib/i18n'

export const accessText = defineTexts('boardAccess', {
  see: ['谁能看到', 'Who sees it'],
  seeHelp: [
    '看不到的人等于没有这个版块。子版块不会比上级更宽。',
    'For all others, the board does not exist. Sub-boards admit nobody whom it does not.',
  ],
  start: ['谁能发主题', 'Who starts threads'],
  reply: ['谁能回复', 'Who replies'],
  admitted: {
    everyone: ['所有人', 'Everyone'],
    members: ['会员', 'Members'],
    groups: ['指定用户组', 'Some groups'],
    staff: ['版主和管理员', 'Moderators and administrators'],
    admins: ['仅管理员', 'Administrators'],
  },
  groups: ['用户组', 'Groups'],
  noGroups: ['还没有用户组，请先到“用户组”新建。', 'There are no groups yet: make one under “Groups”.'],
  showsEdits: ['公开修改记录', 'Shows what edits changed'],
  showsEditsHelp: [
    '谁都能看到一帖前后改了什么；版主改过的，改之前的内容不会公开。',
    'Everyone can read what the edits of a post changed. What a moderator has edited out stays hidden.',
  ],
  allowsAnonymous: ['可以匿名发帖', 'Allows anonymous posts'],
  allowsAnonymousHelp: [
    '成员可以不署名：同一主题里用同一个化名，换主题就换。只有站务能查是谁，每次都要写理由并留记录。',
    'Members may hide their name behind one that holds for one thread. Only site moderators can look up who it is, with a logged reason.',
  ],
})
