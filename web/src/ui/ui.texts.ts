import { defineTexts } from '../lib/i18n'

export const uiText = defineTexts('ui', {
  pinned: ['置顶', 'Pinned'],
  locked: ['锁定', 'Locked'],
  featured: ['精华', 'Featured'],
  deleted: ['已删除', 'Deleted'],
  noMore: ['没有更多了', 'Nothing more to load'],
  prev: ['上一页', 'Previous'],
  next: ['下一页', 'Next'],
  first: ['首页', 'First'],
  last: ['末页', 'Last'],
  page: ['第 {{page}} 页', 'Page {{page}}'],
  jumpTo: ['跳转到第 {{page}} 页', 'Go to page {{page}}'],
  pagination: ['分页导航', 'Pagination'],
  optional: ['选填', 'Optional'],
  breadcrumb: ['当前位置', 'Breadcrumb'],
  notifications: ['系统提示', 'Notifications'],
  showPassword: ['显示密码', 'Show password'],
  hidePassword: ['隐藏密码', 'Hide password'],
  counter: ['{{count}}/{{max}}', '{{count}}/{{max}}'],
})
