import { type GroupConversation } from '@forum/shared/contract'
import { CONVERSATION_MEMBERS_MAX } from '@forum/shared/limits'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { forum } from '../store'
import { announce, Avatar, Button, ConfirmDialog, Dialog, Field, FormError, toast, useAction } from '../ui'
import { Bell, BellOff, LogOut, Users } from '../ui/icons'
import { UnlessMuted } from '../accounts'
import { addToGroup, leaveGroup, muteGroup } from './group.actions'
import { messagesText } from './messages.texts'
import { PEOPLE } from './paths'
import { RecipientField } from './RecipientField'

/** Opens the members of a group conversation. */
export function GroupMembers({ group }: { group: GroupConversation }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        icon={<Users aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true)
        }}
      >
        {messagesText('people', { count: group.members.length })}
      </Button>
      {isOpen && (
        <MembersDialog
          group={group}
          onClose={() => {
            setIsOpen(false)
          }}
        />
      )}
    </>
  )
}

/** Who is in a group conversation; adds others, mutes and leaves it. */
function MembersDialog({ group, onClose }: { group: GroupConversation; onClose: () => void }) {
  const { id, members, starterId, isMuted } = group
  return (
    <Dialog
      title={messagesText('membersTitle', { count: members.length, max: CONVERSATION_MEMBERS_MAX })}
      onClose={onClose}
      footer={
        <>
          <MuteButton id={id} isMuted={isMuted} />
          <LeaveButton id={id} />
        </>
      }
    >
      <ul className="mail-members">
        {members.map((member) => (
          <li key={member.id}>
            <Link to={`/users/${member.id}`} className="mail-member" onClick={onClose}>
              <Avatar user={member} size="small" />
              <b className="one-line">{member.displayName}</b>
              <span className="faint one-line">@{member.username}</span>
            </Link>
            {member.id === starterId && <span className="faint small">{messagesText('starter')}</span>}
          </li>
        ))}
      </ul>
      {members.length < CONVERSATION_MEMBERS_MAX && (
        <UnlessMuted>
          <AddMember group={group} />
        </UnlessMuted>
      )}
      <p className="faint small">{messagesText('muteHint')}</p>
    </Dialog>
  )
}

const NOBODY = { recipient: '', recipientId: null as number | null }

function AddMember({ group }: { group: GroupConversation }) {
  const [chosen, setChosen] = useState(NOBODY)
  const [problem, setProblem] = useState<string | null>(null)
  const { recipientId } = chosen
  const add = async () => {
    if (recipientId === null) return
    const result = await addToGroup(forum, group.id, recipientId)
    if (!result.ok) {
      setProblem(result.error.message || messagesText('error.group'))
      return
    }
    announce(messagesText('added', { name: chosen.recipient }))
    setProblem(null)
    setChosen(NOBODY)
  }
  return (
    <form
      className="mail-add"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <FormError>{problem}</FormError>
      <Field label={messagesText('addMember')} help={messagesText('addMemberHint')}>
        {(control) => (
          <RecipientField control={control} value={chosen.recipient} onChange={setChosen} required={false} />
        )}
      </Field>
      <Button type="submit" disabled={recipientId === null}>
        {messagesText('add')}
      </Button>
    </form>
  )
}

function MuteButton({ id, isMuted }: { id: number; isMuted: boolean }) {
  const { isBusy, run } = useAction(
    () => muteGroup(forum, id, !isMuted),
    () => undefined,
    messagesText('error.group'),
  )
  const Icon = isMuted ? Bell : BellOff
  return (
    <Button icon={<Icon aria-hidden />} busy={isBusy} aria-pressed={isMuted} onClick={run}>
      {messagesText(isMuted ? 'unmute' : 'mute')}
    </Button>
  )
}

function LeaveButton({ id }: { id: number }) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useAction(
    () => leaveGroup(forum, id),
    () => {
      toast.success(messagesText('left'))
      void navigate(PEOPLE, { replace: true })
    },
    messagesText('error.group'),
  )
  return (
    <>
      <Button
        icon={<LogOut aria-hidden />}
        busy={isBusy}
        onClick={() => {
          setIsAsking(true)
        }}
      >
        {messagesText('leave')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => {
          setIsAsking(false)
        }}
        title={messagesText('confirmLeave')}
        text={messagesText('leaveNote')}
        confirmLabel={messagesText('leave')}
        danger
        onConfirm={run}
      />
    </>
  )
}
