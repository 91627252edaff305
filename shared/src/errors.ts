/**
 * Every error code of the API, with its HTTP status and a text for people in both languages. Programs match on codes,
 * which are stable and independent of language, and never on texts.
 */
export type Language = 'zh' | 'en'

export const ERRORS = {
  VALIDATION_FAILED: { status: 400, zh: '提交的内容有误，请检查后重试', en: 'Some fields are invalid' },
  BAD_JSON: { status: 400, zh: '请求格式有误', en: 'The request body is not valid JSON' },
  WRONG_PASSWORD: { status: 400, zh: '当前密码不正确', en: 'Current password is incorrect' },
  UNAUTHENTICATED: { status: 401, zh: '登录已失效，请重新登录', en: 'Please log in again' },
  INVALID_CREDENTIALS: { status: 401, zh: '用户名或密码错误', en: 'Wrong username or password' },
  FORBIDDEN: { status: 403, zh: '权限不足，无法执行此操作', en: 'You are not allowed to do this' },
  ACCOUNT_BANNED: { status: 403, zh: '该账号已被封禁', en: 'This account is banned' },
  ACCOUNT_INACTIVE: { status: 403, zh: '该账号已停用', en: 'This account is inactive' },
  MUTED: { status: 403, zh: '你已被禁言，暂时不能发言', en: 'You are muted and cannot post for now' },
  BLOCKED_BY_RECIPIENT: {
    status: 403,
    zh: '对方已屏蔽你的站内信',
    en: 'This member does not accept messages from you',
  },
  NOT_FOUND: { status: 404, zh: '请求的内容不存在', en: 'Not found' },
  RECIPIENT_NOT_FOUND: { status: 404, zh: '找不到这个用户', en: 'No user found with that username' },
  METHOD_NOT_ALLOWED: { status: 405, zh: '不支持这种请求方式', en: 'Method not allowed' },
  PAYLOAD_TOO_LARGE: { status: 413, zh: '提交的内容过大', en: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, zh: '不支持的内容类型', en: 'Unsupported content type' },
  USERNAME_TAKEN: { status: 409, zh: '该用户名已被注册', en: 'Username is already taken' },
  EMAIL_TAKEN: { status: 409, zh: '该邮箱已被注册', en: 'Email is already registered' },
  THREAD_LOCKED: { status: 409, zh: '本主题已锁定，不能回复', en: 'This thread is locked' },
  THREAD_HAS_REPLIES: {
    status: 409,
    zh: '已有其他人回复，不能删除本主题',
    en: 'A thread with replies from others cannot be deleted',
  },
  BOARD_NOT_EMPTY: {
    status: 409,
    zh: '版块中还有主题，不能删除',
    en: 'A board with threads cannot be deleted',
  },
  BOARD_HAS_CHILDREN: {
    status: 409,
    zh: '该版块下设子版块，请到子版块发帖',
    en: 'Post in one of the sub-boards instead',
  },
  CONTENT_BLOCKED: {
    status: 409,
    zh: '内容包含不允许发布的词语，请修改后再试',
    en: 'The text contains a word that is not allowed',
  },
  CONFLICT: {
    status: 409,
    zh: '内容已被他人修改，请核对后再试',
    en: 'Someone else has changed this in the meantime',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    zh: '操作太频繁，请稍后再试',
    en: 'Too many requests. Please try again later.',
  },
  INTERNAL: { status: 500, zh: '服务器内部错误，请稍后再试', en: 'Internal server error' },
  UNAVAILABLE: {
    status: 503,
    zh: '服务暂时不可用，请稍后再试',
    en: 'The service is temporarily unavailable',
  },
} as const satisfies Record<string, { status: number; zh: string; en: string }>

export type ErrorCode = keyof typeof ERRORS

/** One invalid field; `code` names the rule it violates (`required`, `too_long`). */
export interface FieldError {
  field: string
  code: string
}

/**
 * A refusal, thrown by policies and services and turned into a response in one place. `detail` replaces the
 * text of the code where a more specific one exists (why an account is banned and until when).
 */
export class ForumError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[]
  readonly retryAfterSeconds: number | undefined
  readonly detail: { zh: string; en: string } | undefined

  constructor(
    code: ErrorCode,
    more: {
      fields?: FieldError[]
      retryAfterSeconds?: number
      detail?: { zh: string; en: string }
      cause?: unknown
    } = {},
  ) {
    super(code, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'ForumError'
    this.code = code
    this.fields = more.fields ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
    this.detail = more.detail
  }
}

/** Returns the texts of the password rule for a field of that name. */
const passwordTexts = (field: string): Record<string, { zh: string; en: string }> => ({
  [`${field}.required`]: { zh: '请输入密码', en: 'Password is required' },
  [`${field}.too_short`]: { zh: '密码至少 6 位', en: 'Password must be at least 6 characters' },
  [`${field}.too_long`]: { zh: '密码不能超过 128 位', en: 'Password must be at most 128 characters' },
  [`${field}.characters`]: {
    zh: '密码只能包含字母、数字和 !@#$%^&',
    en: 'Password can only contain letters, numbers and !@#$%^&',
  },
  [`${field}.classes`]: {
    zh: '密码须同时包含大写字母、小写字母、数字和特殊符号',
    en: 'Password must include an uppercase letter, a lowercase letter, a digit and a special character',
  },
})

/** The texts for violated field rules; `field.rule` is looked up first, then the rule alone. */
export const FIELD_TEXTS: Record<string, { zh: string; en: string }> = {
  required: { zh: '此项为必填', en: 'This field is required' },
  invalid: { zh: '格式不正确', en: 'Invalid value' },
  too_short: { zh: '内容太短', en: 'Too short' },
  too_long: { zh: '内容太长', en: 'Too long' },
  range: { zh: '数值超出范围', en: 'Out of range' },
  reserved: { zh: '该名称不可使用', en: 'This name cannot be used' },
  'username.required': { zh: '请输入用户名', en: 'Username is required' },
  'username.characters': {
    zh: '用户名只能包含字母和数字',
    en: 'Username can only contain letters and numbers',
  },
  'username.length': {
    zh: '用户名长度须为 3–20 个字符',
    en: 'Username must be between 3 and 20 characters',
  },
  'username.reserved': { zh: '该用户名不可使用', en: 'This username is reserved' },
  ...passwordTexts('password'),
  ...passwordTexts('newPassword'),
  'currentPassword.required': { zh: '请输入当前密码', en: 'Current password is required' },
  'email.required': { zh: '请输入邮箱', en: 'Email is required' },
  'email.invalid': { zh: '邮箱格式不正确', en: 'Please enter a valid email' },
  'displayName.too_long': {
    zh: '昵称不能超过 100 字',
    en: 'Display name must be at most 100 characters',
  },
  'displayName.reserved': {
    zh: '昵称不能与管理人员的名字相近',
    en: 'Display name is too similar to a staff name',
  },
  'signature.too_long': { zh: '签名不能超过 500 字', en: 'Signature must be at most 500 characters' },
  'avatar.invalid': { zh: '头像须先上传', en: 'Upload the avatar first' },
  'avatar.required': { zh: '请选择图片', en: 'Choose an image' },
  'avatar.image': { zh: '图片已损坏，请换一张', en: 'This image is damaged. Please choose another.' },
  'avatar.dimensions': {
    zh: '图片的长宽过大，请换一张',
    en: 'This image is too large. Please choose another.',
  },
  'token.expired': {
    zh: '链接已失效或已用过，请重新申请',
    en: 'This link has expired or has already been used. Please request a new one.',
  },
  'until.range': { zh: '结束时间须在将来', en: 'The end must be in the future' },
  'reason.required': { zh: '请填写理由', en: 'Give a reason' },
  'reason.too_long': { zh: '理由不能超过 500 字', en: 'The reason must be at most 500 characters' },
  'q.required': { zh: '请输入搜索内容', en: 'Enter a search term' },
  'title.required': { zh: '标题不能为空', en: 'Title is required' },
  'title.too_long': { zh: '标题不能超过 200 字', en: 'Title must be at most 200 characters' },
  'content.required': { zh: '内容不能为空', en: 'Content is required' },
  'content.too_long': { zh: '内容不能超过 20000 字', en: 'Content must be at most 20,000 characters' },
  'name.required': { zh: '请填写版块名称', en: 'Enter a board name' },
  'name.too_long': { zh: '版块名称不能超过 50 字', en: 'Board name must be at most 50 characters' },
  'name_zh.required': { zh: '请填写版块名称', en: 'Enter a board name' },
  'name_zh.too_long': { zh: '版块名称不能超过 50 字', en: 'Board name must be at most 50 characters' },
  'description.too_long': { zh: '简介不能超过 300 字', en: 'Description must be at most 300 characters' },
  'description_zh.too_long': { zh: '简介不能超过 300 字', en: 'Description must be at most 300 characters' },
  'parentId.cycle': {
    zh: '不能把版块移到它自己或它的子版块之下',
    en: 'A board cannot be moved under itself or one of its sub-boards',
  },
  'parentId.depth': { zh: '版块最多三级', en: 'Boards can be nested three levels deep at most' },
  'moderatorIds.too_many': { zh: '版主不能超过 50 人', en: 'A board can have at most 50 moderators' },
  'text.too_long': { zh: '公告不能超过 500 字', en: 'The announcement must be at most 500 characters' },
  'attachmentIds.too_many': { zh: '每帖最多 20 个附件', en: 'A post can have at most 20 attachments' },
  'file.required': { zh: '请选择文件', en: 'Choose a file' },
  'file.image': { zh: '图片已损坏，无法读取', en: 'This image is damaged' },
  'file.dimensions': { zh: '图片尺寸过大', en: 'This image is too large' },
  'content.too_long_message': {
    zh: '正文不能超过 10000 字',
    en: 'Message must be at most 10,000 characters',
  },
  'subject.required': { zh: '请输入标题', en: 'Enter a subject' },
  'subject.too_long': { zh: '标题不能超过 200 字', en: 'Subject must be at most 200 characters' },
  'recipientId.required': { zh: '请选择收件人', en: 'Choose a recipient' },
  'recipientId.self': { zh: '不能给自己发站内信', en: 'You cannot send a message to yourself' },
  'recipientId.fixed': {
    zh: '信已发出，不能更换收件人',
    en: 'The recipient of a sent message cannot be changed',
  },
  'boardId.required': { zh: '请选择版块', en: 'Choose a board' },
}

/** Returns the text for a violated field rule in a language. */
export function fieldText(error: FieldError, language: Language): string {
  const text = FIELD_TEXTS[`${error.field}.${error.code}`] ?? FIELD_TEXTS[error.code] ?? FIELD_TEXTS.invalid
  return text ? text[language] : error.code
}
