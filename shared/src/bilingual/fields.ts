import type { FieldError } from '../errors'
import {
  ANNOUNCEMENT_MAX,
  ATTACHMENTS_PER_POST,
  COAUTHORS_MAX,
  BATCH_MAX,
  MERGED_POSTS_MAX,
  BOARD_DESCRIPTION_MAX,
  BOARD_MODERATORS_MAX,
  BOARD_NAME_MAX,
  COMPLAINT_TEXT_MAX,
  CONTENT_MAX,
  DISPLAY_NAME_MAX,
  FOOTER_LINKS_MAX,
  CONVERSATION_MEMBERS_MAX,
  MESSAGE_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  POLL_DAYS_MAX,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  POLL_TEXT_MAX,
  REASON_MAX,
  SIGNATURE_MAX,
  SITE_NAME_MAX,
  SUBJECT_MAX,
  TITLE_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
  WORDS_MAX,
} from '../limits'
import type { Bilingual, Language } from './language'

/** Returns the texts of the password rule for a field of that name. */
const passwordTexts = (field: string): Record<string, Bilingual> => ({
  [`${field}.required`]: { zh: '请输入密码', en: 'Password is required' },
  [`${field}.too_short`]: {
    zh: `密码至少 ${PASSWORD_MIN} 位`,
    en: `Password must be at least ${PASSWORD_MIN} characters`,
  },
  [`${field}.too_long`]: {
    zh: `密码不能超过 ${PASSWORD_MAX} 位`,
    en: `Password must be at most ${PASSWORD_MAX} characters`,
  },
  [`${field}.characters`]: {
    zh: '密码不能包含看不见的字符，如换行',
    en: 'Password cannot contain characters that show nothing, such as line breaks',
  },
  [`${field}.classes`]: {
    zh: '密码须同时包含大写字母、小写字母、数字和特殊符号',
    en: 'Password must include an uppercase letter, a lowercase letter, a digit and a special character',
  },
})

/** `20,000` */
const grouped = (limit: number) => limit.toLocaleString('en-US')

/** The texts for violated field rules; `field.rule` is looked up first, then the rule alone. */
const FIELD_TEXTS: Record<string, Bilingual> = {
  required: { zh: '此项为必填', en: 'This field is required' },
  invalid: { zh: '格式不正确', en: 'Invalid value' },
  'anonymous.not_allowed': { zh: '本版不能匿名', en: 'This board has no anonymous posts' },
  too_short: { zh: '内容太短', en: 'Too short' },
  too_long: { zh: '内容太长', en: 'Too long' },
  marks: { zh: '一个字上的符号太多', en: 'Too many marks on one character' },
  range: { zh: '数值超出范围', en: 'Out of range' },
  reserved: { zh: '该名称不可使用', en: 'This name cannot be used' },
  'username.required': { zh: '请输入用户名', en: 'Username is required' },
  'username.characters': {
    zh: '用户名只能包含字母和数字',
    en: 'Username can only contain letters and numbers',
  },
  'username.length': {
    zh: `用户名长度须为 ${USERNAME_MIN}–${USERNAME_MAX} 个字符`,
    en: `Username must be between ${USERNAME_MIN} and ${USERNAME_MAX} characters`,
  },
  'username.reserved': { zh: '该用户名不可使用', en: 'This username is reserved' },
  ...passwordTexts('password'),
  ...passwordTexts('newPassword'),
  'currentPassword.required': { zh: '请输入当前密码', en: 'Current password is required' },
  'invitation.required': { zh: '请输入邀请码', en: 'An invitation code is required' },
  'invitation.invalid': { zh: '邀请码不正确', en: 'This is not an invitation code' },
  'token.other_account': {
    zh: '这个链接属于另一个账号，请先退出当前账号再打开',
    en: 'This link belongs to another account. Sign out first, then open it again.',
  },
  'url.not_public': {
    zh: '须是公网上的 https 地址',
    en: 'Must be an https address on the public internet',
  },
  'expiresAt.past': { zh: '到期时间须在以后', en: 'The end must be in the future' },
  'challenge.required': {
    zh: '请先完成“我不是机器”',
    en: 'Finish “I am not a robot” first',
  },
  'challenge.expired': { zh: '验证已过期，请再试一次', en: 'The check has expired, please try again' },
  'challenge.used': { zh: '验证已用过，请再试一次', en: 'The check was used already, please try again' },
  'challenge.invalid': { zh: '验证没有通过，请再试一次', en: 'The check failed, please try again' },
  'answer.required': { zh: '请回答这个问题', en: 'Answer the question' },
  'answer.wrong': { zh: '答案不对，请再想想', en: 'This is not the answer' },
  'homepage.must_be_empty': {
    zh: '请清空看不见的那一栏，或换个浏览器再试',
    en: 'Clear the hidden field, or try with another browser',
  },
  'email.domain': {
    zh: '本站不收这个邮箱服务的地址，请换一个邮箱',
    en: 'Addresses of this mail service are not accepted here, please use another',
  },
  'email.required': { zh: '请输入邮箱', en: 'Email is required' },
  'email.invalid': { zh: '邮箱格式不正确', en: 'Please enter a valid email' },
  'displayName.too_long': {
    zh: `昵称不能超过 ${DISPLAY_NAME_MAX} 字`,
    en: `Display name must be at most ${DISPLAY_NAME_MAX} characters`,
  },
  'displayName.reserved': {
    zh: '昵称不能与管理人员的名字相近',
    en: 'Display name is too similar to a staff name',
  },
  'displayName.taken': {
    zh: '昵称与其他成员的名字相同或相近',
    en: 'Another member has this name or one like it',
  },
  'signature.too_long': {
    zh: `签名不能超过 ${SIGNATURE_MAX} 字`,
    en: `Signature must be at most ${SIGNATURE_MAX} characters`,
  },
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
  'reason.too_long': {
    zh: `理由不能超过 ${REASON_MAX} 字`,
    en: `The reason must be at most ${REASON_MAX} characters`,
  },
  'q.required': { zh: '请输入搜索内容', en: 'Enter a search term' },
  'title.required': { zh: '标题不能为空', en: 'Title is required' },
  'title.too_long': {
    zh: `标题不能超过 ${TITLE_MAX} 字`,
    en: `Title must be at most ${TITLE_MAX} characters`,
  },
  'content.required': { zh: '内容不能为空', en: 'Content is required' },
  'content.too_many_links': {
    zh: '新成员一帖里的链接太多，请删去几个',
    en: 'There are more links than a new member may post at once. Please remove some.',
  },
  'content.too_many_mentions': {
    zh: '新成员一帖里提到的人太多，请删去几个',
    en: 'This mentions more people than a new member may at once. Please remove some.',
  },
  'content.too_long': {
    zh: `内容不能超过 ${CONTENT_MAX} 字`,
    en: `Content must be at most ${grouped(CONTENT_MAX)} characters`,
  },
  'name.required': { zh: '请填写版块名称', en: 'Enter a board name' },
  'name.too_long': {
    zh: `版块名称不能超过 ${BOARD_NAME_MAX} 字`,
    en: `Board name must be at most ${BOARD_NAME_MAX} characters`,
  },
  'name_zh.required': { zh: '请填写版块名称', en: 'Enter a board name' },
  'name_zh.too_long': {
    zh: `版块名称不能超过 ${BOARD_NAME_MAX} 字`,
    en: `Board name must be at most ${BOARD_NAME_MAX} characters`,
  },
  'description.too_long': {
    zh: `简介不能超过 ${BOARD_DESCRIPTION_MAX} 字`,
    en: `Description must be at most ${BOARD_DESCRIPTION_MAX} characters`,
  },
  'description_zh.too_long': {
    zh: `简介不能超过 ${BOARD_DESCRIPTION_MAX} 字`,
    en: `Description must be at most ${BOARD_DESCRIPTION_MAX} characters`,
  },
  'parentId.cycle': {
    zh: '不能把版块移到它自己或它的子版块之下',
    en: 'A board cannot be moved under itself or one of its sub-boards',
  },
  'parentId.depth': { zh: '版块最多三级', en: 'Boards can be nested three levels deep at most' },
  taken: { zh: '已经有了，请换一个', en: 'This is taken. Please choose another.' },
  'moderatorIds.too_many': {
    zh: `版主不能超过 ${BOARD_MODERATORS_MAX} 人`,
    en: `A board can have at most ${BOARD_MODERATORS_MAX} moderators`,
  },
  'text.too_long': {
    zh: `公告不能超过 ${ANNOUNCEMENT_MAX} 字`,
    en: `The announcement must be at most ${ANNOUNCEMENT_MAX} characters`,
  },
  'text.too_long_complaint': {
    zh: `投诉不能超过 ${grouped(COMPLAINT_TEXT_MAX)} 字`,
    en: `The complaint must be at most ${grouped(COMPLAINT_TEXT_MAX)} characters`,
  },
  'url.invalid': { zh: '请填写完整的网址', en: 'Enter the whole address of the page' },
  'settings.siteName.required': { zh: '请填写站名', en: 'Enter the name of the site' },
  'settings.siteName.too_long': {
    zh: `站名不能超过 ${SITE_NAME_MAX} 字`,
    en: `The name of the site must be at most ${SITE_NAME_MAX} characters`,
  },
  one_character: { zh: '请填写一个字', en: 'Enter a single character' },
  'footer.links.too_many': {
    zh: `页脚的链接不能超过 ${FOOTER_LINKS_MAX} 个`,
    en: `The footer can have at most ${FOOTER_LINKS_MAX} links`,
  },
  duplicate: { zh: '有重复的内容', en: 'Contains duplicates' },
  'words.duplicate': { zh: '有重复的词语', en: 'Some words are listed twice' },
  'words.too_many': {
    zh: `词语不能超过 ${WORDS_MAX} 个`,
    en: `There can be at most ${grouped(WORDS_MAX)} words`,
  },
  'postIds.opening': {
    zh: '主楼不能拆走，要移动整个主题请用“合并到…”',
    en: 'The opening post cannot be split off. To move the whole thread, merge it.',
  },
  'postIds.deleted': {
    zh: '选中的回复都已删除，不能用来开新主题',
    en: 'All chosen replies are deleted: none can open a thread',
  },
  'postIds.too_many': {
    zh: `一次最多移动 ${BATCH_MAX} 条回复`,
    en: `At most ${BATCH_MAX} replies at a time`,
  },
  'into.too_many': {
    zh: `超过 ${grouped(MERGED_POSTS_MAX)} 帖的主题不能合并`,
    en: `A thread of more than ${grouped(MERGED_POSTS_MAX)} posts cannot be merged`,
  },
  'threadId.invalid': { zh: '请选另一个主题', en: 'Choose another thread' },
  'ids.too_many': {
    zh: `一次最多处理 ${BATCH_MAX} 个主题`,
    en: `At most ${BATCH_MAX} threads at a time`,
  },
  'attachmentIds.too_many': {
    zh: `每帖最多 ${ATTACHMENTS_PER_POST} 个附件`,
    en: `A post can have at most ${ATTACHMENTS_PER_POST} attachments`,
  },
  'userId.self': { zh: '不能邀请自己', en: 'You cannot invite yourself' },
  'userId.not_invitable': { zh: '现在不能邀请这位会员', en: 'This member cannot be invited' },
  'userId.too_many_coauthors': {
    zh: `共同作者连同已邀请的最多 ${COAUTHORS_MAX} 人`,
    en: `A post can have at most ${COAUTHORS_MAX} co-authors, with those who are invited`,
  },
  'file.required': { zh: '请选择文件', en: 'Choose a file' },
  'file.image': { zh: '图片已损坏，无法读取', en: 'This image is damaged' },
  'file.dimensions': { zh: '图片尺寸过大', en: 'This image is too large' },
  'content.too_long_message': {
    zh: `正文不能超过 ${MESSAGE_MAX} 字`,
    en: `Message must be at most ${grouped(MESSAGE_MAX)} characters`,
  },
  'subject.required': { zh: '请输入标题', en: 'Enter a subject' },
  'subject.too_long': {
    zh: `标题不能超过 ${SUBJECT_MAX} 字`,
    en: `Subject must be at most ${SUBJECT_MAX} characters`,
  },
  'recipientId.required': { zh: '请选择收件人', en: 'Choose a recipient' },
  'recipientId.self': { zh: '不能给自己发站内信', en: 'You cannot send a message to yourself' },
  'recipientId.fixed': {
    zh: '信已发出，不能更换收件人',
    en: 'The recipient of a sent message cannot be changed',
  },
  'userIds.required': { zh: '请选择收件人', en: 'Choose recipients' },
  'userIds.self': { zh: '收件人里不用加自己', en: 'Do not add yourself to the recipients' },
  'userIds.too_few': { zh: '多人会话至少要有两位收件人', en: 'Choose at least two recipients' },
  'userIds.too_many': {
    zh: `一个会话最多 ${CONVERSATION_MEMBERS_MAX} 人`,
    en: `A conversation has at most ${CONVERSATION_MEMBERS_MAX} members`,
  },
  'poll.question.required': { zh: '请写下投票的问题', en: 'Enter the question of the poll' },
  'poll.question.too_long': {
    zh: `投票的问题不能超过 ${POLL_TEXT_MAX} 字`,
    en: `The question of a poll must be at most ${POLL_TEXT_MAX} characters`,
  },
  'poll.options.too_few': {
    zh: `投票至少要有 ${POLL_OPTIONS_MIN} 个选项`,
    en: `A poll needs at least ${POLL_OPTIONS_MIN} options`,
  },
  'poll.options.too_many': {
    zh: `投票最多 ${POLL_OPTIONS_MAX} 个选项`,
    en: `A poll can have at most ${POLL_OPTIONS_MAX} options`,
  },
  'poll.options.repeated': { zh: '投票的选项不能重复', en: 'The options of a poll must differ' },
  'poll.closesAt.range': {
    zh: `投票的结束时间须在将来 ${POLL_DAYS_MAX} 天之内`,
    en: `A poll must end in the future, within ${POLL_DAYS_MAX} days`,
  },
  'options.too_many': { zh: '选择的项数超出上限', en: 'Too many options chosen' },
  'boardId.required': { zh: '请选择版块', en: 'Choose a board' },
}

/** Returns the text for a violated field rule in a language. */
export function fieldText(error: FieldError, language: Language): string {
  const text = FIELD_TEXTS[`${error.field}.${error.code}`] ?? FIELD_TEXTS[error.code] ?? FIELD_TEXTS.invalid
  return text ? text[language] : error.code
}
