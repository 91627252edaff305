import { mayReadContent, mayReadThread, type Actor } from '@forum/shared/policies'
import { isShownInPage, thumbnailName } from '../prepare-file'
import type { FileSource, ServedFile } from '../served-file'
import type { ThumbnailSize } from '../images'
import type { Reader, Viewer } from '../../platform/http/viewer'
import type { Collection } from '../../platform/mongo/model'
import { threadSubject, type PostDoc, type ThreadLogCollections, type ThreadCache } from '../../log'
import { readClaim, type AttachmentDoc } from './attachments.model'
import type { MessageReaders } from './claims-in-use.queries'

const HOUR_SECONDS = 60 * 60
/** A file is deleted with its post, so no cache may keep it longer than this. */
const PUBLIC = `public, max-age=${HOUR_SECONDS}`
const PRIVATE = 'private, no-store'

/** Resolves to true if the actor may see a file that waits for approval, as a moderator who decides on its post. */
export type MaySeeHeld = (attachmentId: number, actor: Actor) => Promise<boolean>

/** Resolves to true if the actor handles a report of a private message. */
export type MaySeeReported = (messageId: number, actor: Actor) => Promise<boolean>

/** Who may see the files of what is not a post that everyone reads. */
interface FileReaders {
  maySeeHeld: MaySeeHeld
  messageReaders: MessageReaders
  maySeeReported: MaySeeReported
}

/** Serves an attached file to everyone who may read its post or message. */
export class AttachmentFiles implements FileSource {
  constructor(
    private readonly db: { attachments: Collection<AttachmentDoc> } & Pick<ThreadLogCollections, 'posts'>,
    private readonly threads: ThreadCache,
    private readonly readers: FileReaders,
  ) {}

  async find(
    filename: string,
    { size, reader }: { size: ThumbnailSize | undefined; reader: Reader },
  ): Promise<ServedFile | null> {
    const attachment = await this.db.attachments.findOne({ filename })
    if (!attachment) return null
    const access = await this.access(attachment, reader)
    if (access === null) return null
    const isSmaller = size !== undefined && attachment.thumbnails.includes(size)
    return {
      storedAs: isSmaller ? thumbnailName(filename, size) : filename,
      type: isSmaller ? 'image/webp' : attachment.mimeType,
      downloadAs: isShownInPage(attachment.mimeType) ? null : attachment.originalName,
      cacheControl: access === 'public' ? PUBLIC : PRIVATE,
    }
  }

  /**
   * A file without a post is open to anyone who knows its name: only the owner does, while writing the post. Once a post
   * had it, only its owner gets it.
   */
  private async access(
    { _id, ownerId, claim, isHeld = false, wasShown = false }: AttachmentDoc,
    { viewer, as }: Reader,
  ): Promise<'public' | 'some' | null> {
    if (claim === null && !wasShown) return 'public'
    if (claim === null) return viewer?.actor.id === ownerId ? 'some' : null
    if (isHeld) {
      const { actor = null } = viewer ?? {}
      const isSeen = actor !== null && (actor.id === ownerId || (await this.readers.maySeeHeld(_id, actor)))
      return isSeen ? 'some' : null
    }
    const { kind, id } = readClaim(claim)
    if (kind === 'message') return (await this.isShownMessage(id, ownerId, viewer)) ? 'some' : null
    const post = await (kind === 'thread' ? this.opening(id) : this.post(id))
    // While it moves to another thread, it is as where it was.
    const thread = post && (await this.threads.get(Math.abs(post.threadId)))
    // The thread is being written at this moment.
    if (!thread) return 'public'
    const subject = threadSubject(thread)
    if (!mayReadThread(as, subject) || !mayReadContent(as, post, subject)) return null
    // A cache may keep for everyone what a stranger gets. Of a member's response it is unknown if strangers see
    // the file.
    return viewer === null ? 'public' : 'some'
  }

  /** While it is being written, a message has only its sender. */
  private async isShownMessage(id: number, senderId: number, viewer: Viewer | null): Promise<boolean> {
    if (viewer === null) return false
    const { actor } = viewer
    const mayRead = (await this.readers.messageReaders([id])).get(id)
    if (!mayRead) return actor.id === senderId
    return mayRead(actor) || this.readers.maySeeReported(id, actor)
  }

  private post(id: number): Promise<Pick<PostDoc, 'threadId' | 'isDeleted'> | null> {
    return this.db.posts.findOne({ _id: id }, { projection: { threadId: 1, isDeleted: 1 } })
  }

  /** Returns the opening post of a thread: a reply elsewhere, if the thread was merged. */
  private async opening(threadId: number): Promise<Pick<PostDoc, 'threadId' | 'isDeleted'> | null> {
    const { mergedInto = null, openingPostId = 0 } = (await this.threads.get(threadId)) ?? {}
    return mergedInto === null ? { threadId, isDeleted: false } : this.post(openingPostId)
  }
}
