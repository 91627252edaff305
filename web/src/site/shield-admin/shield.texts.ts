import { defineTexts } from '../../lib/i18n'

export const shieldText = defineTexts('shield', {
  title: ['防护', 'Shield'],
  intro: [
    '拦住成批注册的程序。每一样后面是它 30 天里拒绝了多少次注册。',
    'Keeps out programs that register in bulk. Beside each part is how many registrations it has refused in 30 days.',
  ],
  refused: ['拒绝 {{count}} 次', 'refused {{count}}'],
  challenge: ['注册前让浏览器算一道题', 'Have the browser do a proof of work'],
  challengeHelp: [
    '对人不到一秒，成批注册就很贵；不用认图，也不问外站。',
    'Under a second for a person, expensive in bulk. No pictures, and no other site is asked.',
  ],
  honeypot: ['放一个人看不见的空格', 'A field that people do not see'],
  honeypotHelp: ['把每一格都填上的程序会露馅。', 'Programs that fill in every field give themselves away.'],
  throwaway: ['不收一次性邮箱', 'No throw-away addresses'],
  throwawayHelp: [
    '按一份公开名单拒绝几千个一次性邮箱服务。',
    'Refuses thousands of services for throw-away mail, by a public list.',
  ],
  question: ['站长的问题', 'The founder’s question'],
  questionHelp: [
    '只有你们的人答得上来的小问题；留空就不问。',
    'A small question that your people can answer; empty for none.',
  ],
  answers: ['对的答案', 'Answers that count'],
  answersHelp: ['一行一个，不分大小写、全半角和空格。', 'One a line, whatever their case, width and spaces.'],
  answersRequired: ['请至少写一个答案', 'Enter at least one answer'],
  blockedDomains: ['不收的邮箱域名', 'Blocked domains'],
  blockedDomainsHelp: ['一行一个，下级域名也算。', 'One a line; domains below them count as well.'],
  failed: ['防护设置加载失败', 'The shield could not be loaded'],
  save: ['保存', 'Save'],
  saved: ['已保存，各处立即生效', 'Saved, and in force everywhere'],
})
