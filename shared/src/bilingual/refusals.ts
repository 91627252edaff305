import { CONVERSATION_MEMBERS_MAX } from '../limits'
import type { Bilingual } from './language'

/** The details of refusals that say more than the text of their error code. */
export const REFUSALS = {
  alreadyReported: {
    zh: '你已举报过这条内容，请等待版主处理',
    en: 'You have already reported this post. The moderators will look at it.',
  },
  boardHasSubBoards: { zh: '版块下还有子版块，不能删除', en: 'A board with sub-boards cannot be deleted' },
  boardIsDeleted: {
    zh: '主题所在的版块已被删除，请先把主题移到别的版块',
    en: 'The board of this thread has been deleted. Move the thread to another board first.',
  },
  conversationIsFull: {
    zh: `一个会话最多 ${CONVERSATION_MEMBERS_MAX} 人`,
    en: `A conversation has at most ${CONVERSATION_MEMBERS_MAX} members`,
  },
  alreadyInConversation: {
    zh: '对方已经在这个会话里',
    en: 'This member is in the conversation already',
  },
  demoBehindProxy: {
    zh: '演示账号的密码是公开的，不能通过代理或隧道登录。若要公开演示，请让管理员设置 TRUST_PROXY',
    en: 'Demo accounts have a public password and cannot sign in through a proxy or tunnel. To run a public demo, set TRUST_PROXY',
  },
  enrolFirst: {
    zh: '请先给自己的账号开启两步验证，再要求别人开启',
    en: 'Turn on two-step sign-in for your own account before you require it of others.',
  },
  lastAdmin: {
    zh: '你是本站唯一的管理员，请先任命另一位管理员再注销',
    en: 'You are the only administrator. Appoint another one before you delete your account.',
  },
  lastWayToSignIn: {
    zh: '这是你最后一种登录方法，先设置密码或加一个通行密钥',
    en: 'This is your last way to sign in. Set a password or add a passkey first.',
  },
  passkeyNeeded: {
    zh: '你的身份要求两步登录，请用通行密钥登录',
    en: 'Your role needs two-step sign-in: please sign in with your passkey',
  },
  tokenScope: { zh: '这个令牌不能做这件事', en: 'This token is not meant for that' },
  pageStays: {
    zh: '服务条款、隐私政策和帮助不能删除，可以改写',
    en: 'Terms, privacy and help can be rewritten, but not removed.',
  },
  pollStays: {
    zh: '这个主题有投票，投票只能留在原主题里，不能合并到别的主题',
    en: 'This thread has a poll, which stays where it is, so the thread cannot be merged into another one.',
  },
  pollIsClosed: { zh: '投票已经结束', en: 'This poll has closed' },
  noMailForAddresses: {
    zh: '本站没有开通邮件服务（SMTP_URL），暂时不能确认或更换邮箱',
    en: 'This site cannot send email (SMTP_URL), so addresses can be neither confirmed nor changed.',
  },
  noMail: {
    zh: '本站没有开通邮件服务，无法自助找回密码，请联系站长重设',
    en: 'This site cannot send email. Ask an administrator to reset your password.',
  },
  pictureType: { zh: '只支持 JPG、PNG 或 GIF 图片', en: 'Only JPEG, PNG and GIF images are accepted' },
  registrationIsClosed: {
    zh: '本站暂不开放注册，请过些时候再来',
    en: 'This site is not taking new members at the moment. Please come back later.',
  },
  sourceIsBlocked: {
    zh: '这里暂时不能注册新账号。合租、学校、公司常共用一个地址，可能与你无关：请联系本站要一个邀请码。',
    en: 'New accounts cannot be registered from here for now. Flats, schools and companies share an address, so it may not be your doing: please ask the site for an invitation.',
  },
  readOnly: {
    zh: '本站正在维护，暂时只能浏览，请稍后再试',
    en: 'The forum is under maintenance and can only be read for now. Please try again later.',
  },
  slowMode: {
    zh: '这个主题开着慢速模式，请稍等再回复',
    en: 'This thread is in slow mode. Please wait before you reply again.',
  },
  uploadIsTooLarge: {
    zh: '这个文件超过了本站允许的大小',
    en: 'This file is larger than this site allows.',
  },
  uploadOfOtherKind: {
    zh: '本站不收这种文件',
    en: 'This site does not take files of this kind.',
  },
  uploadedTooMuch: {
    zh: '今天上传的文件太多了，请明天再试',
    en: 'You have reached today’s upload limit. Please try again tomorrow.',
  },
} as const satisfies Record<string, Bilingual>

/** Says why an account is banned and until which day; either may be empty. */
export const bannedText = (until: string, reason: string): Bilingual => ({
  zh: `该账号已被封禁${until && `至 ${until}`}${reason && `：${reason}`}`,
  en: `This account is banned${until && ` until ${until}`}${reason && `: ${reason}`}`,
})
