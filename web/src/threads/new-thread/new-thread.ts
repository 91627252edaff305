import { type DraftFile } from '../composer/draft-files'
import { type DraftPoll } from '../polls/draft-poll'
import { type Board, content, type CurrentUser, title } from '@forum/shared/contract'
import { type Actor, mayStartThread } from '@forum/shared/policies'
import { safeParse } from '../../lib/schemas'
import { newThreadText } from './new-thread.texts'

/** The draft of a thread. */
export interface NewThread {
  title: string
  content: string
  /** null until chosen. */
  boardId: number | null
  /** The address at which `boardId` was chosen: another address selects its own board. */
  chosenAt: string | null
  /** The board of the address at which the text was written; it stays selected until another is chosen. */
  address: string | null
  files: readonly DraftFile[]
  /** null for a thread without a poll. */
  poll: DraftPoll | null
  /** True to hide the author's name, in a board that allows that. */
  anonymous?: boolean
  /** The key of a type of the board. */
  type: string | null
  isQuestion: boolean
}

export const EMPTY: NewThread = {
  title: '',
  content: '',
  boardId: null,
  chosenAt: null,
  address: null,
  files: [],
  poll: null,
  type: null,
  isQuestion: false,
}

/** Returns the draft of a newcomer's greeting, with words to continue. */
export const greetingOf = ({ displayName: name }: Pick<CurrentUser, 'displayName'>): NewThread => ({
  ...EMPTY,
  title: newThreadText('greeting.title', { name }),
  content: newThreadText('greeting.content', { name }),
})

/** A heading with its boards, or a board without sub-boards (`boards` is then empty). */
export interface BoardChoice {
  board: Board
  boards: Board[]
}

/**
 * Returns boards as options of the select: parents as headings over their sub-boards, since only boards without
 * children take threads.
 */
export function boardChoices(boards: readonly Board[]): BoardChoice[] {
  return boards
    .filter((board) => board.parentId === null)
    .map((board) => ({ board, boards: boards.filter((child) => child.parentId === board.id) }))
}

/** Returns whether this member may start threads in that board. */
export function mayChoose(actor: Actor | null, board: Board): boolean {
  return actor !== null && mayStartThread(actor, board) === 'allowed' && board.viewer?.canStart !== false
}

/** Returns the board given by an address, if threads may go there: `/new-thread/42` or `?boardId=42`. */
export function boardOfAddress(
  given: string | null | undefined,
  boards: readonly Board[],
  actor: Actor | null,
): number | null {
  const board = boards.find((one) => String(one.id) === given)
  const isParent = boards.some((one) => one.parentId === board?.id)
  return board && !isParent && mayChoose(actor, board) ? board.id : null
}

export interface Problems {
  board?: 'boardRequired'
  title?: 'titleRequired' | 'titleTooLong'
  content?: 'contentRequired' | 'contentTooLong'
}

/** Returns the problems that prevent submitting a thread, by the server's own rules; each has its own text. */
export function problemsOf(thread: Pick<NewThread, 'title' | 'content' | 'boardId'>): Problems {
  const problems: Problems = {}
  if (thread.boardId === null) problems.board = 'boardRequired'
  // The server words its other refusals.
  const ofTitle = ruleOf(title, thread.title)
  if (ofTitle === 'required') problems.title = 'titleRequired'
  else if (ofTitle === 'too_long') problems.title = 'titleTooLong'
  const ofContent = contentRuleOf(thread.content)
  if (ofContent === 'required') problems.content = 'contentRequired'
  else if (ofContent === 'too_long') problems.content = 'contentTooLong'
  return problems
}

/** Returns the first rule that a text violates. */
function ruleOf(schema: typeof title, text: string): string | undefined {
  const parsed = safeParse(schema, text)
  return parsed.success ? undefined : parsed.error.issues[0]?.message
}

let lastContent: { text: string; rule: string | undefined } | null = null
/** Checks the same text once: React may render several times before it shows the result. */
function contentRuleOf(text: string): string | undefined {
  if (lastContent?.text !== text) lastContent = { text, rule: ruleOf(content, text) }
  return lastContent.rule
}

/** Returns whether a field is empty, which disables the button. */
export function isIncomplete(problems: Problems): boolean {
  return (
    problems.board === 'boardRequired' ||
    problems.title === 'titleRequired' ||
    problems.content === 'contentRequired'
  )
}
