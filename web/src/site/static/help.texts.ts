import { defineTexts } from '../../lib/i18n'

export const helpText = defineTexts('help', {
  lead: [
    '常见的问题都在这里。没有找到答案，就到【意见反馈】版发帖问问。',
    'Answers to common questions. If yours is not here, ask in the Feedback board.',
  ],
  feedback: ['去意见反馈版', 'Go to Feedback'],
  sections: {
    account: {
      title: ['账号', 'Your account'],
      p1: [
        '浏览不需要账号；发帖、回复、赞和收发站内信需要先注册。注册时会先看到服务条款和隐私政策，都同意后填写用户名、邮箱和密码即可。',
        'You can read without an account, but need one to post, reply, like and send messages. Registration first shows the terms and the privacy policy; once you agree to both, choose a username, an email address and a password.',
      ],
      p2: [
        '用户名是 {{usernameMin}}–{{usernameMax}} 位英文字母或数字，注册后不能改；昵称可以用中文，随时能在“个人中心”里修改。登录时填用户名或邮箱都可以。',
        'A username has {{usernameMin}}–{{usernameMax}} letters or digits and cannot be changed. Your display name can be changed at any time in your profile. You can log in with either your username or your email address.',
      ],
      p3: [
        '密码至少 {{passwordMin}} 位，须同时包含大写字母、小写字母、数字和特殊符号（如 {{passwordSpecials}}，其他符号和空格也可以）。改密码后，其他设备上的登录会全部失效。',
        'A password has at least {{passwordMin}} characters, with an upper-case letter, a lower-case letter, a digit and a special character ({{passwordSpecials}}, or any other sign or space). Changing it ends your sessions on all other devices.',
      ],
    },
    reading: {
      title: ['看帖', 'Reading'],
      p1: [
        '首页按最后回复的时间列出全站的主题，红点是没打开过的，“新 3”表示有 3 条没看过的回复，点它会直接跳到第一条。',
        'The home page lists all threads by their last reply. A red dot marks threads you have never opened; “3 new” leads to the first of three replies you have not read.',
      ],
      p2: [
        '每个主题一页 {{pageSize}} 楼。楼层号永远不变：回复被删除后楼层保留，链接和引用不会错位。',
        'A page of a thread has {{pageSize}} posts. Post numbers never change: a deleted reply keeps its number, so links and quotes stay correct.',
      ],
      p3: [
        '打开主题，点“关注”，有新回复时就会出现在首页的“关注”里。发过帖、回过帖的主题会自动关注。',
        'Choose “Watch” in a thread to see its new replies under “Watched” on the home page. Threads you post in are watched automatically.',
      ],
    },
    writing: {
      title: ['发帖和回复', 'Posting and replying'],
      p1: [
        '先选好版块再点“发新帖”；有子版块的版块请进到子版块里发。标题最多 {{titleMax}} 字，内容最多 {{contentMax}} 字。',
        'Choose a board, then “New thread”. If a board has sub-boards, post in one of them. A title has at most {{titleMax}} characters, a post at most {{contentMax}}.',
      ],
      p2: [
        '点某一楼的“引用”，会把那一楼的前 {{quoteLength}} 字带进回复框。单独一行的 YouTube、Vimeo、哔哩哔哩链接会变成播放器，动图写成 [gif]网址[/gif]。',
        '“Quote” inserts the first {{quoteLength}} characters of a post into your reply. A YouTube, Vimeo or Bilibili link on its own line becomes a player. Write [gif]address[/gif] for an animated picture.',
      ],
      p3: [
        '写到一半的内容会自动保存在这台设备上，关掉页面、断网、登录过期都不会丢，回来接着写就好。',
        'Your drafts are saved on this device as you type. You lose nothing if you close the page, lose the connection or your session expires.',
      ],
    },
    live: {
      title: ['实时更新', 'Live updates'],
      p1: [
        '页面会自己更新，不用刷新：新回复出现在最后，正在看的位置不会移动；列表有变化时上方会出现提示，点一下才会重新排列。',
        'Pages update without reloading: new replies appear at the end without moving what you are reading. When a list has changed, a line above it says so; click it to refresh the list.',
      ],
      p2: [
        '右上角的“实时”消失，说明连接断了。页面会自动重连，并补上断开期间的内容。',
        'If the “Live” mark disappears, the connection is lost. The page reconnects and catches up automatically.',
      ],
    },
    view: {
      title: ['显示', 'Display'],
      p1: [
        '可以选择浅色或深色，也可以跟随系统。“简体和繁體”可以把全站的文字换成简体或繁体显示，只影响显示，你写的内容会原样发布。',
        'Choose light or dark, or follow your system. You can also show everything in simplified or traditional characters. This only changes the display: what you write is published as written.',
      ],
      p2: [
        '电脑上可以用键盘：/ 搜索，j 和 k 在帖子之间移动，r 回复，? 查看全部快捷键。',
        'Keyboard shortcuts: / searches, j and k move between posts, r replies, ? shows all shortcuts.',
      ],
      p3: [
        '手机上可以把论坛装到桌面：在浏览器的菜单里选“添加到主屏幕”或“安装应用”，之后像应用一样打开。',
        'On a phone you can install the forum: choose “Add to Home Screen” or “Install app” in your browser’s menu.',
      ],
    },
    rules: {
      title: ['管理', 'Moderation'],
      p1: [
        '版主负责各自的版块，可以置顶、锁定、移动主题，也可以编辑或删除违规内容。锁定的主题不能再回复。',
        'Moderators look after their boards: they pin, lock and move threads, and edit or delete posts that break the rules. A locked thread accepts no replies.',
      ],
      p2: [
        '请遵守服务条款：不发广告，不泄露他人隐私，不进行人身攻击。账号被禁言期间仍可浏览，被封禁后不能登录。',
        'Please follow the terms of service: no advertising, no personal information about others, no personal attacks. A muted account can still read; a banned one cannot log in.',
      ],
    },
  },
})
