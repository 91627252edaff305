import {
  WEBHOOK_EVENTS,
  type Api,
  type ResponseOf,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from '@forum/shared/contract'
import { useCallback, useState } from 'react'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  Check,
  ConfirmDialog,
  FormError,
  FormField,
  PageHeading,
  RelativeTime,
  SkeletonLines,
  toast,
  useAction,
  useForm,
  usePageTitle,
} from '../../ui'
import {
  createWebhook,
  deliverAgain,
  loadDeliveries,
  loadWebhooks,
  removeWebhook,
  setActive,
} from './webhooks.actions'
import { webhooksText } from './webhooks.texts'

type Made = ResponseOf<Api['createWebhook']>

const NAMES = {
  'thread.created': 'threadCreated',
  'thread.renamed': 'threadRenamed',
  'thread.locked': 'threadLocked',
  'thread.featured': 'threadFeatured',
  'thread.moved': 'threadMoved',
  'thread.deleted': 'threadDeleted',
  'thread.restored': 'threadRestored',
  'post.created': 'postCreated',
  'post.edited': 'postEdited',
  'post.deleted': 'postDeleted',
  'post.restored': 'postRestored',
} as const satisfies Record<WebhookEvent, string>
const nameOf = (event: WebhookEvent) => webhooksText(`event.${NAMES[event]}`)

/** `/admin/webhooks`: the addresses that receive events of the log, and the deliveries to each. */
export function WebhooksScreen() {
  const load = useCallback(() => loadWebhooks(forum), [])
  const loaded = useLoaded(load)
  const [made, setMade] = useState<Made | null>(null)
  usePageTitle(webhooksText('title'))
  return (
    <>
      <PageHeading title={webhooksText('title')} />
      <div className="admin-settings admin-webhooks">
        <p className="faint">{webhooksText('intro')}</p>
        {made && (
          <p role="status">
            <b>{webhooksText('shownOnce')}</b>
            <input className="input" readOnly value={made.secret} aria-label={webhooksText('shownOnce')} />
          </p>
        )}
        <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={3} />} failed={webhooksText('failed')}>
          {(webhooks) =>
            webhooks.length === 0 ? (
              <p className="faint">{webhooksText('none')}</p>
            ) : (
              webhooks.map((webhook) => (
                <WebhookPanel key={webhook.id} webhook={webhook} onChanged={loaded.reload} />
              ))
            )
          }
        </WhenLoaded>
        <NewWebhook
          onMade={(created) => {
            setMade(created)
            loaded.reload()
          }}
        />
      </div>
    </>
  )
}

function WebhookPanel({ webhook, onChanged }: { webhook: Webhook; onChanged: () => void }) {
  const { id, url, events, active } = webhook
  const [asks, setAsks] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const change = useAction((isActive: boolean) => setActive(forum, id, isActive), onChanged)
  const remove = useAction(() => removeWebhook(forum, id), onChanged)
  return (
    <section aria-label={url}>
      <h2 className="settings-subheading">{url}</h2>
      <p className="faint small">{events.map((event) => nameOf(event)).join(webhooksText('comma'))}</p>
      <Check label={webhooksText('active')} checked={active} busy={change.isBusy} onChange={change.run} />
      <Button
        size="small"
        busy={remove.isBusy}
        onClick={() => {
          setAsks(true)
        }}
      >
        {webhooksText('remove')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={webhooksText('removeTitle')}
        text={url}
        confirmLabel={webhooksText('remove')}
        danger
        onClose={() => {
          setAsks(false)
        }}
        onConfirm={remove.run}
      />
      <details
        onToggle={({ currentTarget }) => {
          setIsOpen(currentTarget.open)
        }}
      >
        <summary>{webhooksText('deliveries')}</summary>
        {isOpen && <Deliveries webhookId={id} />}
      </details>
    </section>
  )
}

function Deliveries({ webhookId }: { webhookId: number }) {
  const load = useCallback(() => loadDeliveries(forum, webhookId), [webhookId])
  const loaded = useLoaded(load)
  const again = useAction(
    (delivery: WebhookDelivery) => deliverAgain(forum, webhookId, delivery.id),
    () => {
      toast.success(webhooksText('sent'))
      loaded.reload()
    },
  )
  return (
    <WhenLoaded loaded={loaded} skeleton={null} failed={webhooksText('deliveriesFailed')}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p className="faint small">{webhooksText('deliveriesNone')}</p>
        ) : (
          <ul className="admin-invitations">
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <span>
                  <b>{nameOf(delivery.event)}</b>
                  <span className="faint small">
                    {webhooksText(`status.${delivery.status}`)} {delivery.responseStatus} ·{' '}
                    {webhooksText('attempts', { count: delivery.attempts })} ·{' '}
                    <RelativeTime at={delivery.createdAt} />
                  </span>
                </span>
                <Button
                  size="small"
                  busy={again.isBusy}
                  onClick={() => {
                    again.run(delivery)
                  }}
                >
                  {webhooksText('again')}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </WhenLoaded>
  )
}

function NewWebhook({ onMade }: { onMade: (made: Made) => void }) {
  const form = useForm<{ url: string; events: WebhookEvent[] }, Made>({
    initial: { url: '', events: ['thread.created', 'post.created'] },
    check: ({ events }) => ({ form: events.length === 0 ? webhooksText('eventsRequired') : undefined }),
    send: ({ url, events }) => createWebhook(forum, { url: url.trim(), events }),
    onSent: (made) => {
      form.reset()
      onMade(made)
    },
  })
  const { events } = form.values
  return (
    <form {...form.props}>
      <FormError>{form.problem}</FormError>
      <FormField
        form={form}
        name="url"
        label={webhooksText('url')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <fieldset className="admin-events">
        <legend>{webhooksText('events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Check
            key={event}
            label={nameOf(event)}
            checked={events.includes(event)}
            onChange={(isChosen) => {
              form.set({
                events: WEBHOOK_EVENTS.filter((one) => (one === event ? isChosen : events.includes(one))),
              })
            }}
          />
        ))}
      </fieldset>
      <Button type="submit" busy={form.isBusy}>
        {webhooksText('add')}
      </Button>
    </form>
  )
}
