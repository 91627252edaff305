import { type Held } from '@forum/shared/contract'
import { CONTENT_MAX } from '@forum/shared/limits'
import { countCharacters, isBlank } from '@forum/shared/text'
import { type Result, resultOf } from '../../lib/result'
import { forum } from '../../store'
import { Button, Dialog, FormDialog, FormField, useForm, useIsWide } from '../../ui'
import { ActForm, type Given, useActForm } from '../../threads'
import { PAGE_ACTS } from '../acts'
import { DisciplineDrawer } from '../discipline/DisciplineDrawer'
import { MemberPurge } from '../MemberPurge'
import { heldQueueText } from './held-queue.texts'
import { type HeldActs, type HeldAsking } from './use-held-acts'

const done: Result<void> = { ok: true, value: undefined }

/** The dialogs of the queue's acts. */
export function HeldDialogs({ acts }: { acts: HeldActs }) {
  const { asking } = acts
  switch (asking?.act) {
    case undefined:
      return null
    case 'edit':
      return <EditDialog held={asking.held} acts={acts} />
    case 'reject':
      return <RejectDialog asking={asking} acts={acts} />
    case 'ban':
      return <BanDialog held={asking.held} acts={acts} />
    case 'purge':
      return <MemberPurge member={asking.held.author} onClose={acts.close} />
    case 'person':
      return <DisciplineDrawer userId={asking.held.author.id} onClose={acts.close} />
  }
}

function EditDialog({ held, acts }: { held: Held; acts: HeldActs }) {
  const form = useForm({
    initial: { content: held.content ?? '' },
    check: ({ content }) => ({ content: isBlank(content) ? '' : undefined }),
    send: ({ content }) => {
      acts.close()
      acts.approve(held, content)
      return Promise.resolve(done)
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={acts.close}
      title={heldQueueText('editTitle')}
      note={held.author.displayName}
      submit={heldQueueText('approve')}
    >
      <FormField
        form={form}
        name="content"
        label={heldQueueText('content')}
        rows={10}
        count={{ count: countCharacters(form.values.content), max: CONTENT_MAX }}
      />
    </FormDialog>
  )
}

function RejectDialog({ asking, acts }: { asking: Extract<HeldAsking, { act: 'reject' }>; acts: HeldActs }) {
  const { held, ids } = asking
  const isAds = held.reasons.some((one) => one === 'link' || one === 'word')
  const form = useActForm({
    act: { asks: 'reason' },
    initial: { reason: { preset: isAds ? 'ads' : null, words: '' } },
    send: ({ reason = '' }: Given) => {
      acts.close()
      void acts.rejectAll(ids, reason)
      return Promise.resolve(done)
    },
  })
  return (
    <Dialog
      onClose={acts.close}
      title={heldQueueText('rejectTitle', { name: held.author.displayName })}
      note={ids.length > 1 ? heldQueueText('chosen', { count: ids.length }) : undefined}
      shape={useIsWide() ? 'box' : 'sheet'}
    >
      <ActForm
        form={form}
        reasonHelp={heldQueueText('reasonHelp')}
        isQuick
        submit={heldQueueText('reject')}
        onCancel={acts.close}
      />
    </Dialog>
  )
}

function BanDialog({ held, acts }: { held: Held; acts: HeldActs }) {
  const { author } = held
  const act = PAGE_ACTS.ban_user
  const form = useActForm({
    act,
    initial: { span: { span: 'forever', custom: '' }, reason: { preset: 'ads', words: '' } },
    send: async (given) => {
      const banned = await resultOf(act.send(forum, author.id, given))
      if (!banned.ok) return banned
      await acts.rejectMember(held, given.reason ?? '')
      return done
    },
    onSent: acts.close,
  })
  return (
    <Dialog
      onClose={acts.close}
      title={heldQueueText('banTitle', { name: author.displayName })}
      shape={useIsWide() ? 'box' : 'sheet'}
    >
      <ActForm
        form={form}
        reasonHelp={heldQueueText('reasonHelp')}
        isQuick
        submit={heldQueueText('ban')}
        onCancel={acts.close}
      >
        {acts.mayRemoveAll(held) && (
          <Button
            onClick={() => {
              acts.ask({ act: 'purge', held })
            }}
          >
            {heldQueueText('purge')}
          </Button>
        )}
      </ActForm>
    </Dialog>
  )
}
