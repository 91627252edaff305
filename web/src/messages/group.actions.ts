import { type GroupConversation } from '@forum/shared/contract'
import { type Result, resultOf } from '../lib/result'
import { type Forum } from '../store'
import { applyGroup, removeGroup } from './messages.slice'

/** Applies a group conversation that the reader has just started, before its first message. */
export function applyStartedGroup(forum: Forum, conversation: GroupConversation): void {
  forum.update((write) => {
    applyGroup(write, conversation)
  })
}

const applied =
  (forum: Forum) =>
  ({ conversation }: { conversation: GroupConversation }) => {
    applyStartedGroup(forum, conversation)
  }

export function addToGroup(forum: Forum, conversationId: number, userId: number): Promise<Result<void>> {
  const given = { params: { conversationId }, body: { userId } }
  return resultOf(forum.call('addToConversation', given).then(applied(forum)))
}

export function muteGroup(forum: Forum, conversationId: number, muted: boolean): Promise<Result<void>> {
  const given = { params: { conversationId }, body: { muted } }
  return resultOf(forum.call('muteConversation', given).then(applied(forum)))
}

/** Leaves a group conversation, which disappears from the page at once. */
export function leaveGroup(forum: Forum, conversationId: number): Promise<Result<void>> {
  return resultOf(
    forum.call('leaveConversation', { params: { conversationId } }).then(() => {
      forum.update((write) => {
        removeGroup(write, conversationId)
      })
    }),
  )
}
