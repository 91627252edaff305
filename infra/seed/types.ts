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
  /** Who may start threads; left out: everyone. */
  postRole?: 'user' | 'moderator' | 'admin'
  /** Moderators of this board alone. */
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

/** `replies[i]` of a thread is floor i + 2. All hours count back from the moment of seeding. */
export interface SeedReply {
  author: Username
  hoursAgo: number
  /** The first version; `editedContent` is the one that stands when the reply was edited. */
  content: string
  /** The floor it quotes, 2 or more; the opening post is quoted in the text alone. */
  quote?: number
  editedHoursAgo?: number
  editedContent?: string
  deletedBy?: 'author' | 'moderator'
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
  locked?: true
  editedHoursAgo?: number
  editedContent?: string
  /** In the order of their floors, oldest first. */
  replies: SeedReply[]
}
