import { defineTexts } from '../../lib/i18n'

export const heldText = defineTexts('held', {
  sent: {
    thread: [
      '主题已提交，版主看过后就会出现',
      'Your thread was sent and appears once a moderator has approved it',
    ],
    post: [
      '回复已提交，版主看过后就会出现',
      'Your reply was sent and appears once a moderator has approved it',
    ],
    edit: [
      '修改已提交，版主看过后才会生效',
      'Your edit was sent and takes effect once a moderator has approved it',
    ],
    message: ['站内信已提交，版主看过后就会送出', 'Your message leaves once a moderator has approved it'],
  },
  reason: {
    word: ['含需要留意的词', 'It contains a word that is looked at first'],
    outside: ['外部检查要先看一下', 'The outside review wants it looked at'],
    link: [
      '含链接或联系方式，新成员的要先看一下',
      'It has a link or a contact, which is looked at first for new members',
    ],
    picture: ['含图片，新成员的要先看一下', 'It has a picture, which is looked at first for new members'],
    first_post: ['新成员的头几帖要先看一下', 'The first posts of new members are looked at first'],
    board: ['本版的发言要先看一下', 'This board looks at posts first'],
  },
})
