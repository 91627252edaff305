import { defineTexts } from '../lib/i18n'

export const uiText = defineTexts('ui', {
  pinned: '置顶',
  locked: '锁定',
  featured: '精华',
  deleted: '已删除',
  noMore: '没有更多了',
  prev: '上一页',
  next: '下一页',
  first: '首页',
  last: '末页',
  page: '第 {{page}} 页',
  jumpTo: '跳转到第 {{page}} 页',
  pagination: '分页导航',
  optional: '选填',
  breadcrumb: '当前位置',
  notifications: '系统提示',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  counter: '{{count}}/{{max}}',
})
