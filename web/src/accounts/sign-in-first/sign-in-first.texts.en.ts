import { type TableOf } from '../../lib/i18n'
import { type signInFirstText } from './sign-in-first.texts'

export const signInFirst: TableOf<typeof signInFirstText> = {
  title: {
    like: 'Log in, and the post is liked for you',
    quote: 'Log in to go on quoting',
    reply: 'Log in to go on replying',
    report: 'Log in to go on reporting',
    watch: 'Log in, and the thread is watched for you',
    bookmark: 'Log in, and the thread is bookmarked for you',
    vote: 'Log in to go on voting',
    follow: 'Log in, and you follow {{name}}',
    message: 'Log in to write to {{name}}',
    newThread: 'Log in to go on to your thread',
  },
  why: {
    like: 'A like has a name, so that {{name}} knows who said thanks. You come back to post {{number}}, and it is liked.',
    quote: 'You come back to post {{number}}, with the words of {{name}} in the reply box.',
    reply: 'You come back here, and the reply box is open.',
    report:
      'Reports are not public, but they have a name. You come back to post {{number}}, where you say what is wrong.',
    watch: 'New replies notify you. You come back here, and the thread is watched.',
    bookmark:
      'Bookmarks come with your account to every device. You come back here, and the thread is bookmarked.',
    vote: 'One member has one vote, so log in first. You come back here and vote.',
    follow: 'Their new threads notify you. You come back here, and you follow them.',
    message: 'Only the two of you can read messages. Your conversation with {{name}} opens.',
    newThread: 'A thread has an author, so that others know whom they answer. The form opens right away.',
  },
  done: {
    like: 'The post is liked.',
    watch: 'The thread is watched.',
    bookmark: 'The thread is bookmarked.',
    follow: 'You follow {{name}}.',
  },
  afterSignIn: 'Welcome back, {{name}}. {{done}}',
  afterRegistering: 'Welcome, {{name}}. {{done}}',
}
