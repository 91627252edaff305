/** The usernames of the demo accounts. */
export type Username =
  | 'admin'
  | 'banzhu1'
  | 'banzhu2'
  | 'laowang88'
  | 'xiaoli'
  | 'haiou2020'
  | 'beiji77'
  | 'nanfang'
  | 'doubao9'

/** A board with its permanent id. Boards are in display order, a parent before its children. */
export interface SeedBoard {
  id: number
  parentId: number | null
  name: string
  nameZh: string
  description: string
  descriptionZh: string
  /** "1" to "6" or a slug. */
  category: string
  /** The lowest role that may start threads; `user` by default. */
  postRole?: 'user' | 'moderator' | 'admin'
  /** Members who moderate this board and its sub-boards. */
  moderators?: Username[]
}

export interface SeedAccount {
  username: Username
  displayName: string
  email: string
  role: 'user' | 'moderator' | 'admin'
  signature: string
  joinedDaysAgo: number
}

/** A reply. `replies[i]` of a thread is post number i + 2. Hours count back from the time of seeding. */
export interface SeedReply {
  author: Username
  hoursAgo: number
  /** The first version; `editedContent` replaces it if the reply was edited. */
  content: string
  /** The number of the post it quotes, 2 or more. The opening post is quoted in the text only. */
  quote?: number
  editedHoursAgo?: number
  editedContent?: string
  deletedBy?: 'author' | 'moderator'
  /** A report of the reply that no moderator has handled yet. */
  report?: { by: Username; reason: string }
}

/** A private message. Hours count back from the time of seeding. */
export interface SeedMessage {
  from: Username
  to: Username
  subject: string
  content: string
  hoursAgo: number
  /** When the recipient read it; omitted for an unread message. */
  readHoursAgo?: number
  /** The message it replies to, by its index in the list. */
  replyTo?: number
}

export interface SeedThread {
  board: number
  author: Username
  title: string
  /** The first version of the opening post. */
  content: string
  hoursAgo: number
  views: number
  pinned?: true
  featured?: true
  locked?: true
  editedHoursAgo?: number
  editedContent?: string
  /** Oldest first. */
  replies: SeedReply[]
}
