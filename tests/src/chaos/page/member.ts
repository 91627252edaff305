import { setTimeout as wait } from 'node:timers/promises'
import {
  actOnPost,
  actOnThread,
  applySentMessage,
  ApiError,
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
  sessionSlice,
  submissionsSlice,
  submit,
  threadCopySlice,
} from '@forum/web/page-without-screen'
import { createRandom, type Random } from '../random'
import {
  describeAct,
  describeLike,
  emptyJournal,
  type Act,
  type Journal,
  type WrittenReply,
} from '../journal'

export interface MemberRole {
  seed: number
  threadIds: number[]
  boardIds: number[]
  people: { id: number; username: string }[]
  isModerator: boolean
}

const RETRY_MS = 150
/** Pauses between two acts of a member, at most. */
const PAUSE_MS = 400

/** A member at their page: acts at random until `finish`, each act repeated until the server has acknowledged it. */
export class Member {
  readonly journal = emptyJournal()
  private isFinished = false
  private running: Promise<void> = Promise.resolve()
  private readonly random: Random
  private words = 0

  constructor(private readonly part: MemberRole) {
    this.random = createRandom(part.seed)
  }

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
    const luck = this.random.next()
    if (this.part.isModerator && luck < 0.1) return this.move()
    if (luck < 0.4) return this.reply()
    if (luck < 0.55) return this.edit()
    if (luck < 0.62) return this.delete()
    if (luck < 0.78) return this.like()
    if (luck < 0.88) return this.send()
    if (luck < 0.92) return this.readMessage()
    return luck < 0.95 ? this.report() : this.search()
  }

  /** Repeats an attempt until it is acknowledged: `done`, or `void` if it has become pointless. */
  private async persist(doing: string, attempt: (isRepeat: boolean) => Promise<Outcome>): Promise<boolean> {
    const act: Act = { doing, begunAt: Date.now(), attempts: [], endedAt: null }
    this.journal.acts.push(act)
    for (;;) {
      const begunAt = Date.now()
      lastRefusal = ''
      const outcome = await attempt(act.attempts.length > 0).catch(againIfUncertain)
      if (outcome === 'done' || outcome === 'void') {
        act.endedAt = Date.now()
        if (outcome === 'void') return false
        this.journal.writes += 1
        this.journal.writtenAt.push(act.endedAt)
        this.journal.longestWaitMs = Math.max(this.journal.longestWaitMs, act.endedAt - act.begunAt)
        return true
      }
      act.attempts.push({ begunAt, endedAt: Date.now(), refusal: lastRefusal })
      if (outcome !== 'again') {
        this.journal.refused.push(`${doing}: ${outcome.code}`)
        return false
      }
      await wait(RETRY_MS)
    }
  }

  /** Returns the member's current act with the responses to its attempts, for a run that hangs. */
  doing(): string {
    const act = this.journal.acts.at(-1)
    return act ? describeAct(act) : 'nothing'
  }

  /** A word that no other post contains, by which it is searched. */
  private word(): string {
    const { id } = pageForum.read(sessionSlice).user!
    this.words += 1
    return `w${id}x${this.words}x${this.part.seed}`
  }

  private async reply(): Promise<void> {
    const { part, random } = this
    const threadId = random.pick(part.threadIds)
    const mentioned = random.next() < 0.3 ? random.pick(part.people) : null
    const word = this.word()
    const content = mentioned ? `@${mentioned.username} 你看 ${word}` : `说一句 ${word}`
    const place = replyPlace(pageForum.read, threadId)
    await this.persist(`reply ${word}`, async () => {
      drafts.set(place, EMPTY_REPLY, { content })
      const post = await sendReply(pageForum, threadId)
      if (!post) return failure(pageForum.read(submissionsSlice)[place]?.error)
      const { id, number } = post
      const mentions = mentioned?.id ?? null
      this.journal.replies.push({ id, number, threadId, word, content, isDeleted: false, mentions })
      return 'done'
    })
  }

  private ownReply(): WrittenReply | undefined {
    const live = this.journal.replies.filter(({ isDeleted }) => !isDeleted)
    return live.length === 0 ? undefined : this.random.pick(live)
  }

  private async edit(): Promise<void> {
    const reply = this.ownReply()
    if (!reply) return
    const word = this.word()
    const content = reply.content.replace(reply.word, word)
    const shownPost = () => pageForum.read(threadCopySlice).posts[reply.id]!
    await this.persist(`edit ${reply.id}`, async (isRepeat) => {
      // A lost response: the page finds its own text in the thread.
      const post = isRepeat ? (await call('getPost', { params: { postId: reply.id } })).post : shownPost()
      if (post.content !== content) {
        const body = { content, version: post.version }
        const result = await editPost(pageForum, shownPost(), body)
        if (!result.ok && result.error.code !== 'CONFLICT') return failure(result.error)
        if (!result.ok) {
          lastRefusal = `CONFLICT with version ${post.version}`
          return 'again'
        }
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
      if (!result.ok && !(isRepeat && !result.error.mayPass)) return failure(result.error)
      reply.isDeleted = true
      return 'done'
    })
  }

  /** A post of somebody else that this page shows. */
  private others() {
    const { id } = pageForum.read(sessionSlice).user!
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
      const shownPost = pageForum.read(threadCopySlice).posts[post.id]!
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
    const { id } = pageForum.read(sessionSlice).user!
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
    const { id } = pageForum.read(sessionSlice).user!
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

  private async move(): Promise<void> {
    const threadId = this.random.pick(this.part.threadIds)
    const boardId = this.random.pick(this.part.boardIds)
    await this.persist(`move ${threadId}`, async () => {
      const result = await actOnThread(pageForum, 'move_thread', threadId, {
        board: { id: boardId, name: '', name_zh: '', displayName: '' },
      })
      // The thread is there already.
      return result.ok || !result.error.mayPass ? 'done' : failure(result.error)
    })
  }

  /** An acknowledged reply is found at once, unless the search itself fails. */
  private async search(): Promise<void> {
    const reply = this.ownReply()
    if (!reply) return
    try {
      const { posts } = await call('searchPosts', { query: { q: reply.word } })
      this.journal.searches += 1
      if (!posts.some(({ id }) => id === reply.id)) this.journal.unfound.push(reply.word)
    } catch (error) {
      againIfUncertain(error)
    }
  }
}

type Outcome = 'done' | 'again' | 'void' | ApiError

/** Why the last attempt has to be repeated. */
let lastRefusal = ''

function failure(error: ApiError | null | undefined): Outcome {
  lastRefusal = `${error?.status} ${error?.code}`
  return error && !error.mayPass ? error : 'again'
}

function againIfUncertain(error: unknown): Outcome {
  if (error instanceof ApiError) lastRefusal = `${error.status} ${error.code}`
  if (error instanceof ApiError && error.mayPass) return 'again'
  throw error
}
