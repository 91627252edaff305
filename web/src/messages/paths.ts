import { type MessageFolder } from '@forum/shared/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readPage } from '../ui'
import { type FolderPage } from './list-keys'

const INBOX = '/my/messages'

export const FOLDERS = ['inbox', 'sent', 'unread'] as const satisfies readonly MessageFolder[]

/** The address of a page of a folder, with a message that is open beside it. */
export function folderPath({ type, q, page }: FolderPage, messageId?: number): string {
  const query = new URLSearchParams({
    ...(type === 'inbox' ? {} : { type }),
    ...(q === '' ? {} : { q }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString()
  return `${INBOX}${messageId === undefined ? '' : `/${messageId}`}${query === '' ? '' : `?${query}`}`
}

/** Returns the page of a folder given by the address. */
export function useFolderPage(): FolderPage {
  const [query] = useSearchParams()
  const type = FOLDERS.find((folder) => folder === query.get('type')) ?? 'inbox'
  const q = query.get('q')?.trim() ?? ''
  const page = readPage(query.get('page') ?? undefined)
  return useMemo(() => ({ type, q, page }), [type, q, page])
}

/** The list of conversations. */
export const PEOPLE = `${INBOX}/people`
export const COMPOSE = `${INBOX}/compose`
export const composePath = (username: string) => `${COMPOSE}?to=${encodeURIComponent(username)}`
export const replyPath = (messageId: number) => `${COMPOSE}?replyTo=${messageId}`
export const editPath = (messageId: number) => `${INBOX}/${messageId}/edit`
export const conversationPath = (otherUserId: number) => `${INBOX}/with/${otherUserId}`
export const groupPath = (conversationId: number) => `${INBOX}/group/${conversationId}`
