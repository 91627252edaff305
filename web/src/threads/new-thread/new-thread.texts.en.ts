import { type TableOf } from '../../lib/i18n'
import { type newThreadText } from './new-thread.texts'

export const newThread: TableOf<typeof newThreadText> = {
  title: 'New thread',
  board: 'Board',
  boardPlaceholder: 'Choose a board',
  findBoard: 'Find by name',
  noSuchBoard: 'No matching boards. Try another word.',
  similar: 'Threads with similar titles. Your question may already have been asked.',
  similarReplies: '{{count}} replies',
  subject: 'Title',
  subjectPlaceholder: 'Sum up your topic in one sentence',
  content: 'Content',
  contentPlaceholder: 'Give some background so that others can help (Ctrl + Enter to post)',
  contentPlaceholderTouch: 'Give some background so that others can help',
  submit: 'Post thread',
  stillUploading: 'Please wait until all files are uploaded',
  uploadFailed: 'A file could not be uploaded. Retry or remove it first.',
  submitting: 'Posting…',
  titleTooLong: 'Title must be at most {{titleMax}} characters',
  contentTooLong: 'Content must be at most {{contentMax}} characters',
  boardsFailed: 'Failed to load boards, please retry',
  failed: 'Failed to create thread, please retry',
  tooFast: 'You are posting too quickly. Try again in {{seconds}} s.',
  greeting: {
    title: 'Hello, I am {{name}}',
    content:
      'Hello, I am {{name}} and have just joined.\n\nI live in:\nI have been here for:\nI like:\nI would like to talk about:\n',
  },
  guidelines: 'Posting guidelines',
  rules: {
    r1: 'Put your question in the title.',
    r2: 'No advertising, no personal information about others, no personal attacks.',
    r3: 'Credit your sources. Posts about investment, law or medicine are for reference only.',
    r4: 'YouTube, Vimeo and Bilibili links play in the post. Add animated pictures with [gif]url[/gif].',
  },
}
