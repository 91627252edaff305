import { excerpt } from '@forum/shared/markup'
import { MESSAGE_PREVIEW_LENGTH } from '@forum/shared/limits'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { commonText } from '../lib/i18n'
import { useList, useRetry } from '../resource'
import { forum, useForum } from '../store'
import {
  Avatar,
  Bone,
  Button,
  ButtonLink,
  ConfirmDialog,
  ErrorState,
  IconButton,
  localTime,
  RelativeTime,
  Skeleton,
  toast,
  useAction,
} from '../ui'
import { CornerDownRight, Pencil, Trash2, X } from '../ui/icons'
import { useSession } from '../state/session'
import { previewOf } from './compose'
import { conversationMessages } from './message-lists'
import { MessageBody } from './MessageBody'
import { messagesSlice } from './messages.slice'
import { messagesText } from './messages.texts'
import { conversationPath, groupPath, editPath, folderPath, replyPath } from './paths'
import { useMarkRead } from './use-mark-read'
import { deleteMessage, readMessage } from './messages.actions'
import { correspondentOf, type FolderPage, isReceived } from './list-keys'

/** Messages of the conversation that are listed below the open one. */
const EARLIER_SHOWN = 5

/** The open message. Opening a received one marks it as read. */
export function MessageDetail({ messageId, folder }: { messageId: number; folder: FolderPage }) {
  const navigate = useNavigate()
  const userId = useSession().user?.id ?? 0
  const message = useForum((read) => read(messagesSlice).messages[messageId])
  const error = useForum((read) => read(messagesSlice).messageReads[messageId]?.error ?? null)
  const isWhole = message !== undefined && !message.isCut
  const read = useCallback(() => readMessage(forum, messageId), [messageId])
  useEffect(() => {
    if (!isWhole) void read()
  }, [isWhole, read])
  useRetry(error, read)
  useMarkRead(message ? [message] : [], userId)
  const close = () => void navigate(folderPath(folder))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isWhole) title.current?.focus({ preventScroll: true })
  }, [isWhole])

  const closeButton = (
    <IconButton label={commonText('close')} className="mail-close" onClick={close}>
      <X aria-hidden />
    </IconButton>
  )
  if (error && !isWhole)
    return (
      <>
        <div className="mail-detail-head">{closeButton}</div>
        <ErrorState
          title={messagesText('error.loadMessage')}
          cause={error.message}
          onRetry={error.code === 'NOT_FOUND' ? undefined : () => void read()}
        />
      </>
    )
  if (!isWhole)
    return (
      <Skeleton>
        <Bone width="50%" height="1.6em" />
        <Bone width="30%" />
        <Bone height="6em" />
      </Skeleton>
    )
  const received = isReceived(message, userId)
  const { conversationId } = message
  return (
    <article>
      <div className="mail-detail-head">
        <h2 ref={title} tabIndex={-1} className="mail-subject">
          {message.subject || messagesText('noSubject')}
        </h2>
        {closeButton}
      </div>
      <div className="mail-parties">
        {message.sender && <Avatar user={message.sender} />}
        <div className="mail-parties-words">
          {message.sender ? (
            <Link to={`/users/${message.senderId}`} className="mail-sender">
              {message.sender.displayName}
            </Link>
          ) : (
            <b>{messagesText('unknown')}</b>
          )}
          <span className="soft small">
            {conversationId === null ? (
              messagesText('writtenTo', { name: message.recipient?.displayName ?? messagesText('unknown') })
            ) : (
              <Link to={groupPath(conversationId)} className="link">
                {messagesText('severalPeople')}
              </Link>
            )}
            {' · '}
            <time dateTime={message.createdAt} className="num">
              {localTime(message.createdAt)}
            </time>
            {message.editedAt !== null && ` · ${messagesText('edited')}`}
            {!received && message.isRead && (
              <>
                {' · '}
                <span className="mail-seen">{messagesText('readByOther')}</span>
              </>
            )}
          </span>
        </div>
        <span className="mail-acts">
          {received ? (
            <ButtonLink
              to={conversationId === null ? replyPath(message.id) : groupPath(conversationId)}
              icon={<CornerDownRight aria-hidden />}
            >
              {messagesText('reply')}
            </ButtonLink>
          ) : (
            <ButtonLink to={editPath(message.id)} icon={<Pencil aria-hidden />}>
              {commonText('edit')}
            </ButtonLink>
          )}
          <DeleteButton messageId={message.id} onDeleted={close} />
        </span>
      </div>
      <MessageBody content={message.content} attachments={message.attachments} />
      {conversationId === null && (
        <Earlier otherUserId={correspondentOf(message, userId)} openId={message.id} />
      )}
    </article>
  )
}

function DeleteButton({ messageId, onDeleted }: { messageId: number; onDeleted: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run: remove } = useAction(
    () => deleteMessage(forum, messageId),
    () => {
      toast.success(messagesText('deleteSuccess'))
      onDeleted()
    },
    messagesText('error.delete'),
  )
  return (
    <>
      <Button
        icon={<Trash2 aria-hidden />}
        busy={isBusy}
        onClick={() => {
          setIsAsking(true)
        }}
      >
        {commonText('delete')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => {
          setIsAsking(false)
        }}
        title={messagesText('confirmDelete')}
        text={messagesText('deleteNote')}
        confirmLabel={commonText('delete')}
        danger
        onConfirm={remove}
      />
    </>
  )
}

/** The latest other messages with the same member, and a link to all of them. */
function Earlier({ otherUserId, openId }: { otherUserId: number; openId: number }) {
  const userId = useSession().user?.id ?? 0
  const list = useMemo(() => conversationMessages(otherUserId), [otherUserId])
  const { list: state } = useList(list)
  const messages = useForum((read) => read(messagesSlice).messages)
  const correspondent = useForum((read) => read(messagesSlice).correspondents[otherUserId])
  if (state?.status !== 'ready' || !correspondent) return null
  const others = state.ids
    .flatMap((id) => messages[id] ?? [])
    .filter(({ id }) => id !== openId)
    .slice(0, EARLIER_SHOWN)
  return (
    <section className="mail-earlier" aria-labelledby="mail-earlier">
      <h3 id="mail-earlier">
        <Link to={conversationPath(otherUserId)} className="link">
          {messagesText('withPerson', {
            name: correspondent.user.displayName,
            count: correspondent.messageCount,
          })}
        </Link>
      </h3>
      {others.length > 0 && (
        <ul>
          {others.map((message) => (
            <li key={message.id}>
              <Link
                to={folderPath(
                  { type: message.senderId === userId ? 'sent' : 'inbox', q: '', page: 1 },
                  message.id,
                )}
              >
                <b>
                  {message.senderId === userId
                    ? messagesText('me')
                    : (message.sender?.displayName ?? messagesText('unknown'))}
                </b>
                <span className="one-line">
                  {previewOf(
                    excerpt(message.content, MESSAGE_PREVIEW_LENGTH),
                    messagesText('originalSeparator'),
                  )}
                </span>
                <RelativeTime at={message.createdAt} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
