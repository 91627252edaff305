import { defineTexts } from '../../lib/i18n'

export const agreementText = defineTexts('agreement', {
  title: ['条款有改动，请先看一看', 'The terms have changed; please read them'],
  note: [
    '同意之后，刚才写的会接着发出去；不同意也不会丢，浏览不受影响。',
    'Once you agree, what you wrote is sent. Otherwise it stays, and you can go on reading.',
  ],
  later: ['以后再说', 'Later'],
  agree: ['同意并继续', 'Agree and continue'],
})
