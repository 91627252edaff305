/** The losses of an import: content that it cannot carry over, or only in another form. */
export const LOSSES = {
  boardsWithPassword: 'boards with a password: for members only; the password is gone',
  unlistedBoards: 'boards that no list showed: for staff only',
  formulas: 'boards with a condition of credits, medals or names: for staff only',
  heldMembers: 'boards for all members but those who are muted or not verified, who see them now',
  narrowerWriters: 'boards whose rights to write name other groups than those to read: fewer may write',
  boardsMovedUp: 'boards that let in more members than the board above them: placed higher',
  groupsBeyondLimit: 'boards for more groups than there can be: closed to some of them',
  accessOfMembers: 'boards with rights of single members, of which some are not imported',
  threadTypes: 'types of threads beyond the limit: not imported',
  favourites: 'favourites other than threads: not imported',
  hiddenTexts:
    'texts that only those who replied could read: in the history of the post, for its author and moderators',
  groups: 'groups and their boards: not imported',
  linkBoards: 'boards that only lead to an address: not imported',
  drafts: 'drafts of threads: not imported',
  threadsWithoutPosts: 'threads without an opening post: not imported',
  threadsWithoutBoard: 'threads of a board that is not imported: not imported',
  restrictedThreads:
    'threads that need a reading permission or a payment: imported as deleted, for moderators to restore',
  hiddenPosts:
    'posts in the recycle bin, shielded, awaiting approval or with a password: imported as deleted',
  specialThreads: 'trades, rewards, activities and debates: imported as text',
  pollVoters: 'polls: imported with their counts, without who voted',
  anonymousPosts: 'anonymous posts: their author is 匿名用户',
  guestPosts: 'posts by guests: their author is 游客',
  deletedAuthors: 'authors without an account: a closed account with their name',
  noTime: 'posts without a time: that of a neighbour',
  emails: 'addresses that are invalid or of several members: only the first member keeps it',
  passwords: 'members without a usable password: they need a new one',
  questions: 'security questions: not imported',
  sharedNames: 'members with the name of another: they sign in with the new name or the address',
  names: 'names that cannot be usernames: they become the display name',
  avatars: 'pictures of members that cannot be read',
  restrictedAttachments: 'attachments that need a reading permission or a payment: not imported',
  attachmentsMissing: 'attachments without a file',
  attachmentsRefused: 'attached pictures that cannot be read',
  attachmentsUnknown: 'attachments that a text names and no table has',
  tags: 'tags without a counterpart: their text is kept',
  smilies: 'smilies of the forum: left out',
  links: 'links without an address on the new site: their text is kept',
  htmlPosts: 'posts in HTML: reduced to text, links and pictures',
  literalPosts: 'posts whose author switched BBCode off: shown with it',
  longTexts: 'posts longer than the limit: kept whole, but they cannot be edited without shortening',
  quotesElsewhere: 'quotes of posts in other threads or of missing posts: without their link',
  groupMessages: 'messages in conversations of several members: not imported',
  messagesWithoutMember: 'messages from or to members who no longer exist: not imported',
} as const
export type Loss = keyof typeof LOSSES

/** Number of examples that a report names for each loss. */
const EXAMPLES = 5

/** Counts what an import carries over, and what it cannot. */
export class ImportReport {
  private readonly imported = new Map<string, number>()
  private readonly losses = new Map<Loss, { count: number; examples: string[] }>()

  add(what: string, count = 1): void {
    this.imported.set(what, (this.imported.get(what) ?? 0) + count)
  }

  /** @param example where it was found, such as `post 12` */
  lose(loss: Loss, example: string): void {
    const entry = this.losses.get(loss) ?? { count: 0, examples: [] }
    entry.count++
    if (entry.examples.length < EXAMPLES) entry.examples.push(example)
    this.losses.set(loss, entry)
  }

  countOf(what: string): number {
    return this.imported.get(what) ?? 0
  }

  lossesOf(loss: Loss): number {
    return this.losses.get(loss)?.count ?? 0
  }

  text(isDryRun: boolean): string {
    const imported = [...this.imported].map(([what, count]) => `  ${count} ${what}`)
    const lost = [...this.losses].map(
      ([loss, { count, examples }]) => `  ${count} ${LOSSES[loss]} (${examples.join(', ')})`,
    )
    return [
      isDryRun ? 'Would be imported:' : 'Imported:',
      ...imported,
      ...(lost.length > 0 ? ['Not as it was:', ...lost] : []),
    ].join('\n')
  }
}
