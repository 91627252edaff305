import { defineTexts } from '../../lib/i18n'

export const sameSourceText = defineTexts('same-source', {
  title: ['同一来源', 'Same source'],
  open: ['看同一来源', 'Look at the same source'],
  logged: ['看过会记入日志', 'looking is logged'],
  none: ['没有别的成员像是同一来源', 'No other member seems to be of the same source'],
  note: [
    '只说像不像，从不显示地址。合租、学校、公司也会同地址；这不能单独作为处罚的理由。',
    'It says only how likely it is, never an address. Flats, schools and companies share one; it is no reason for a punishment by itself.',
  ],
  strength: {
    both: ['同浏览器、同地址', 'same browser and address'],
    browser: ['同浏览器', 'same browser'],
    address: ['同地址', 'same address'],
  },
  banned: ['已封禁', 'Banned'],
  failed: ['没有读到', 'Could not be read'],
  block: ['拦住从这里来的注册', 'Stop registrations from here'],
  blockHelp: [
    '这个成员用过的地址在此期间不能注册新账号，有邀请码的除外；已有的账号照常。换个地址就拦不住，也可能拦住同住、同校的人。',
    'Nobody registers at this member’s addresses meanwhile, except with an invitation; accounts that exist are not concerned. Another address gets past it, and people who share one are kept out too.',
  ],
  for: { day: ['1 天', '1 day'], week: ['7 天', '7 days'], month: ['30 天', '30 days'] },
  blockedUntil: ['{{time}} 前，从这里不能注册', 'No registrations from here until {{time}}'],
  unblock: ['放开', 'Allow again'],
  blocked: ['从这里来的注册已拦住', 'Registrations from here are stopped'],
  unblocked: ['从这里又可以注册了', 'Registrations from here are allowed again'],
})
