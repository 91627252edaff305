import { defineTexts } from '../../lib/i18n'

export const newcomerText = defineTexts('newcomer', {
  title: ['欢迎，{{name}}', 'Welcome, {{name}}'],
  registered: ['注册，取个名字', 'Register and choose a name'],
  picture: ['换个头像，大家好认人', 'Choose a picture, so that others know you'],
  pictureGo: ['去换', 'Choose'],
  greet: ['发第一帖：去新手报到打个招呼', 'Write your first post: say hello among the newcomers'],
  greetGo: ['去报到', 'Say hello'],
  follow: ['挑几个版块关注，有新主题会通知你', 'Follow a few boards: their new threads notify you'],
  boards: ['可以关注的版块', 'Boards to follow'],
  bookmark: ['收藏一个主题，以后在“我的收藏”里找', 'Bookmark a thread, and find it under My bookmarks'],
  bookmarkGo: ['看看热门', 'Hot topics'],
  done: ['已完成', 'Done'],
})
