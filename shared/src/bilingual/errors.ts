import type { ErrorCode } from '../errors'
import type { Bilingual } from './language'

/** The text of each error code, for errors without a more specific one. */
export const ERROR_TEXTS: Record<ErrorCode, Bilingual> = {
  VALIDATION_FAILED: { zh: '提交的内容有误，请检查后重试', en: 'Some fields are invalid' },
  BAD_JSON: { zh: '请求格式有误', en: 'The request body is not valid JSON' },
  WRONG_PASSWORD: { zh: '当前密码不正确', en: 'Current password is incorrect' },
  WRONG_CODE: { zh: '验证码不正确，或已经用过', en: 'The code is wrong, or has been used' },
  UNAUTHENTICATED: { zh: '登录已失效，请重新登录', en: 'Please log in again' },
  INVALID_CREDENTIALS: { zh: '用户名或密码错误', en: 'Wrong username or password' },
  FORBIDDEN: { zh: '权限不足，无法执行此操作', en: 'You are not allowed to do this' },
  ACCOUNT_BANNED: { zh: '该账号已被封禁', en: 'This account is banned' },
  ACCOUNT_INACTIVE: { zh: '该账号已停用', en: 'This account is inactive' },
  SECOND_FACTOR_REQUIRED: {
    zh: '请输入验证器应用上的验证码',
    en: 'Enter the code from your authenticator app',
  },
  PASSWORD_REQUIRED: { zh: '请再输入一次密码', en: 'Please enter your password again' },
  INVITATION_REQUIRED: {
    zh: '注册需要有效的邀请码，请向管理员索取',
    en: 'You need a valid invitation code to register. Ask an administrator for one.',
  },
  AGREEMENT_REQUIRED: {
    zh: '条款或隐私政策已更新，请先阅读并同意',
    en: 'The terms or the privacy policy have changed. Please read and accept them first.',
  },
  EMAIL_NOT_VERIFIED: {
    zh: '请先确认邮箱再发言：打开我们寄给你的链接，或在个人中心再寄一次',
    en: 'Please confirm your email address before you write: open the link that we mailed, or have it mailed again in your settings.',
  },
  WARNING_UNREAD: {
    zh: '你收到一条警告，读过之后才能继续发言',
    en: 'You have been warned. Read the warning before you go on writing.',
  },
  MUTED: { zh: '你已被禁言，暂时不能发言', en: 'You are muted and cannot post for now' },
  BLOCKED_BY_RECIPIENT: { zh: '对方已屏蔽你的站内信', en: 'This member does not accept messages from you' },
  NOT_FOUND: { zh: '请求的内容不存在', en: 'Not found' },
  RECIPIENT_NOT_FOUND: { zh: '找不到这个用户', en: 'No user found with that username' },
  METHOD_NOT_ALLOWED: { zh: '不支持这种请求方式', en: 'Method not allowed' },
  PAYLOAD_TOO_LARGE: { zh: '提交的内容过大', en: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { zh: '不支持的内容类型', en: 'Unsupported content type' },
  USERNAME_TAKEN: { zh: '该用户名已被注册', en: 'Username is already taken' },
  EMAIL_TAKEN: { zh: '该邮箱已被注册', en: 'Email is already registered' },
  THREAD_LOCKED: { zh: '本主题已锁定，不能回复', en: 'This thread is locked' },
  THREAD_HAS_REPLIES: {
    zh: '已有其他人回复，不能删除本主题',
    en: 'A thread with replies from others cannot be deleted',
  },
  BOARD_NOT_EMPTY: { zh: '版块中还有主题，不能删除', en: 'A board with threads cannot be deleted' },
  BOARD_HAS_CHILDREN: { zh: '该版块下设子版块，请到子版块发帖', en: 'Post in one of the sub-boards instead' },
  CATEGORY_NOT_EMPTY: { zh: '分类中还有版块，不能删除', en: 'A category with boards cannot be deleted' },
  CONTENT_BLOCKED: {
    zh: '内容包含不允许发布的词语，请修改后再试',
    en: 'The text contains a word that is not allowed',
  },
  CONFLICT: { zh: '内容已被他人修改，请核对后再试', en: 'Someone else has changed this in the meantime' },
  TOO_MANY_REQUESTS: { zh: '操作太频繁，请稍后再试', en: 'Too many requests. Please try again later.' },
  INTERNAL: { zh: '服务器内部错误，请稍后再试', en: 'Internal server error' },
  UNAVAILABLE: { zh: '服务暂时不可用，请稍后再试', en: 'The service is temporarily unavailable' },
}
