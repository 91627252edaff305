import { setTimeout as wait } from 'node:timers/promises'
import {
  actOnPost,
  applySentMessage,
  call,
  deleteMessage,
  drafts,
  editPost,
  EMPTY_MESSAGE,
  EMPTY_REPLY,
  likePost,
  markMessageRead,
  messageBodyOf,
  messagesSlice,
  pageForum,
  replyPlace,
  reportPost,
  sendReply,
  submissionsSlice,
  submit,
  threadCopySlice,
} from '@forum/web/page-without-screen'
import { describeLike, type Journal, type WrittenReply } from '../journal'
import { Acts, againBecause, againIfUncertain, failure } from './acts'
import { hold, rewrite, withdraw } from './held'
import { DUTIES } from './moderator'
import { whisper } from './secret'

/** Pauses between two acts of a member, at most. */
const PAUSE_MS = 400

/** A member at their page: acts at random until `finish`. */
export class Member extends Acts {
  private isFinished = false
  private running: Promise<void> = Promise.resolve()

  start(): void {
    this.running = this.actUntilFinished()
  }

  /** Resolves once the act under way has been acknowledged. */
  async finish(): Promise<Journal> {
    this.isFinished = true
    await this.running
    return this.journal
  }

  private async actUntilFinished(): Promise<void> {
    while (!this.isFinished) {
      await this.one()
      await wait(this.random.between(0, PAUSE_MS))
    }
  }

  private one(): Promise<void> {
    const { duties } = this.part
    if (duties.length > 0 && this.random.next() < 0.7)
      return this.random.pick(DUTIES[this.random.pick(duties)])(this)
    // Moderators need no approval.
    if (duties.length === 0 && this.random.next() < 0.25)
      return this.random.pick([hold, hold, hold, rewrite, withdraw])(this)
    const luck = this.random.next()
    if (luck < 0.3) return this.reply()
    if (luck < 0.38) return whisper(this)
    if (luck < 0.53) return this.edit()
    if (luck < 0.6) return this.delete()
    if (luck < 0.77) return this.like()
    if (luck < 0.87) return this.send()
    if (luck < 0.92) return this.readMessage()
    return luck < 0.95 ? this.report() : this.search()
  }

  private async reply(): Promise<void> {
    const { part, random } = this
    const to = random.pick(part.threadIds)
    const mentioned = random.next() < 0.3 ? random.pick(part.people) : null
    const word = this.word()
    const content = mentioned ? `@${mentioned.username} 你看 ${word}` : `说一句 ${word}`
    const place = replyPlace(pageForum.read, to)
    await this.persist(`reply ${word}`, async (isRepeat) => {
      drafts.set(place, EMPTY_REPLY, { content })
      const post = await sendReply(pageForum, to)
      if (!post) {
        const error = pageForum.read(submissionsSlice)[place]?.error
        // The thread was merged.
        if (error?.code !== 'NOT_FOUND') return failure(error)
        if (isRepeat) this.journal.doubtfulWords.push(word)
        return 'void'
      }
      // A reply to a merged thread is in the other one.
      const { id, number, threadId } = post
      const mentions = mentioned?.id ?? null
      this.journal.replies.push({ id, number, threadId, word, content, isDeleted: false, mentions })
      return 'done'
    })
  }

  private ownReply(): WrittenReply | undefined {
    const live = this.journal.replies.filter(
      ({ isDeleted, hasHeldEdit, word }) => !isDeleted && !hasHeldEdit && !(word in this.journal.secrets),
    )
    return live.length === 0 ? undefined : this.random.pick(live)
  }

  private async edit(): Promise<void> {
    const reply = this.ownReply()
    if (!reply) return
    const word = this.word()
    const content = reply.content.replace(reply.word, word)
    const shownPost = () => pageForum.read(threadCopySlice).posts[reply.id]
    await this.persist(`edit ${reply.id}`, async (isRepeat) => {
      // A lost response: the page finds its own text in the thread. It may have moved to one that the page does not show.
      const shown = isRepeat ? undefined : shownPost()
      const post = shown ?? (await call('getPost', { params: { postId: reply.id } })).post
      if (post.content !== content) {
        const body = { content, version: post.version }
        const result = await editPost(pageForum, shown ?? { ...post, seq: 0 }, body)
        // The page may not know yet that the post has changed, or that it opens another thread.
        const isOutdated = !result.ok && ['CONFLICT', 'NOT_FOUND'].includes(result.error.code)
        if (isOutdated) return againBecause(`${result.error.code} with version ${post.version}`)
        if (!result.ok) return failure(result.error)
      }
      Object.assign(reply, { word, content })
      return 'done'
    })
  }

  private async delete(): Promise<void> {
    const reply = this.ownReply()
    if (!reply) return
    await this.persist(`delete ${reply.id}`, async (isRepeat) => {
      const result = await actOnPost(pageForum, 'delete_post', reply)
      if (!result.ok && result.error.code === 'FORBIDDEN' && (await this.opensThread(reply))) return 'void'
      if (!result.ok && !(isRepeat && !result.error.mayPass)) return failure(result.error)
      reply.isDeleted = true
      return 'done'
    })
  }

  /**
   * Returns true if a reply now opens a thread that was split off. Such a reply can only be deleted with its thread.
   */
  private async opensThread({ id }: WrittenReply): Promise<boolean> {
    return (await call('getPost', { params: { postId: id } })).post.isOpeningPost
  }

  /** A post of somebody else that this page shows. */
  private others() {
    const { id } = this
    const posts = Object.values(pageForum.read(threadCopySlice).posts)
    const live = posts.filter((post) => post.author.id !== id && !post.isDeleted && !post.isOpeningPost)
    return live.length === 0 ? undefined : this.random.pick(live)
  }

  private async like(): Promise<void> {
    const post = this.others()
    if (!post) return
    const liked = !(this.journal.likes[post.id] ?? false)
    const isDoubtful = this.journal.acts.some(
      (act) => act.doing === describeLike(post.id, !liked) && act.attempts.length > 0,
    )
    if (isDoubtful) this.journal.doubtfulLikes.push(post.id)
    const isDone = await this.persist(describeLike(post.id, liked), async () => {
      const shownPost = pageForum.read(threadCopySlice).posts[post.id] ?? post
      const result = await likePost(pageForum, shownPost, liked)
      if (!result.ok) return result.error.code === 'NOT_FOUND' ? 'void' : failure(result.error)
      return 'done'
    })
    if (isDone) this.journal.likes[post.id] = liked
  }

  private async report(): Promise<void> {
    const post = this.others()
    // A report of a post of the staff is kept from its author, who is the one that looks at the end.
    if (!post || post.author.role === 'admin' || this.journal.reports.includes(post.id)) return
    const isDone = await this.persist(`report ${post.id}`, async (isRepeat) => {
      const result = await reportPost(pageForum, post.id, '广告')
      if (result.ok || (isRepeat && result.error.code === 'CONFLICT')) return 'done'
      return result.error.code === 'NOT_FOUND' ? 'void' : failure(result.error)
    })
    if (isDone) this.journal.reports.push(post.id)
  }

  private async send(): Promise<void> {
    const { id } = this
    const recipient = this.random.pick(this.part.people.filter((person) => person.id !== id))
    const word = this.word()
    const draft = { ...EMPTY_MESSAGE, recipientId: recipient.id, subject: word, content: `信 ${word}` }
    await this.persist(`message ${word}`, async () => {
      const place = `message:${id}`
      const result = await submit(pageForum, place, draft, 'sendMessage', messageBodyOf(draft, null))
      if (!result?.ok) return failure(result?.error)
      const { message } = result.value
      applySentMessage(pageForum, message)
      this.journal.messages.push({ id: message.id, recipientId: recipient.id, subject: word })
      return 'done'
    })
  }

  /** Reads a received message, or throws it away. */
  private async readMessage(): Promise<void> {
    const { id } = this
    const received = Object.values(pageForum.read(messagesSlice).messages)
    // A list that was read before a deletion may bring the message back for a moment.
    const mine = received.filter(
      (message) =>
        message.recipientId === id && !message.isRead && !this.journal.deletedMessages.includes(message.id),
    )
    if (mine.length === 0) return
    const message = this.random.pick(mine)
    const deletes = this.random.next() < 0.3
    const isDone = await this.persist(
      `${deletes ? 'delete' : 'read'} message ${message.id}`,
      async (again) => {
        const work = deletes ? deleteMessage : markMessageRead
        const result = await work(pageForum, message.id)
        return result.ok || (again && result.error.code === 'NOT_FOUND') ? 'done' : failure(result.error)
      },
    )
    if (isDone && deletes) this.journal.deletedMessages.push(message.id)
  }

  /**
   * An acknowledged reply is found at once, unless the search itself fails, or the reply moves at that moment. One that
   * opens a thread by now is found as the thread.
   */
  private async search(): Promise<void> {
    const reply = this.ownReply()
    if (!reply) return
    try {
      const place = async () => {
        const { threadId, isOpeningPost } = (await call('getPost', { params: { postId: reply.id } })).post
        return isOpeningPost ? null : threadId
      }
      const before = await place()
      if (before === null) return
      const { posts } = await call('searchPosts', { query: { q: reply.word } })
      this.journal.searches += 1
      const isFound = posts.some(({ id }) => id === reply.id)
      if (!isFound && (await place()) === before) this.journal.unfound.push(reply.word)
    } catch (error) {
      againIfUncertain(error)
    }
  }
}
