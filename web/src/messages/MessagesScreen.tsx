import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { forum, useForum } from '../store'
import { EmptyState, usePageTitle } from '../ui'
import { Mail } from '../ui/icons'
import { listsSlice } from '../resource'
import { countUnreadMessages } from '../state/unread'
import { FolderList } from './FolderList'
import { MailFrame } from './MailFrame'
import { MessageDetail } from './MessageDetail'
import { messagesText } from './messages.texts'
import { useFolderPage } from './paths'
import { folderKey } from './list-keys'

/**
 * `/my/messages` and `/my/messages/:messageId`: a folder and the open message. A change of the folder refreshes the
 * unread count.
 */
export function MessagesScreen() {
  const { messageId: inPath } = useParams()
  const folder = useFolderPage()
  const messageId = inPath !== undefined && /^[1-9]\d*$/.test(inPath) ? Number(inPath) : null
  const isEmpty = useForum((read) => read(listsSlice)[folderKey(folder)]?.ids.length === 0)
  usePageTitle(messagesText(folder.type))
  useEffect(() => {
    // The next poll retries a failed count.
    void countUnreadMessages(forum).catch(() => undefined)
  }, [folder.type])
  return (
    <MailFrame
      current={folder.type}
      isDetailOpen={messageId !== null}
      list={<FolderList folder={folder} openId={messageId} />}
      detail={
        messageId === null ? (
          !isEmpty && <EmptyState icon={<Mail aria-hidden />} title={messagesText('selectOne')} />
        ) : (
          <MessageDetail key={messageId} messageId={messageId} folder={folder} />
        )
      }
    />
  )
}
