import { type SynonymTable } from '@forum/shared/contract'
import { useCallback, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import {
  Button,
  ConfirmDialog,
  FormError,
  FormField,
  PageHeading,
  SkeletonLines,
  toast,
  useForm,
  useAction,
  useListener,
  usePageTitle,
} from '../../ui'
import { loadSynonyms, type SavedOrNewer, saveSynonymsOrReadNewer } from './admin.actions'
import { adminText } from './admin.texts'
import { linesBetween, problemOf, rowsOf, textOf } from './synonym-rows'
import { synonymsText } from './synonyms.texts'

/** `/admin/synonyms`: the words that searches also look for when they find little. */
export function SynonymsScreen() {
  usePageTitle(adminText('tabs.synonyms'))
  const loaded = useLoaded(useCallback(() => loadSynonyms(forum), []))
  return (
    <>
      <PageHeading title={adminText('tabs.synonyms')} />
      <p className="faint small">{synonymsText('note')}</p>
      <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={12} />} failed={synonymsText('failed')}>
        {(table) => <SynonymsForm loaded={table} />}
      </WhenLoaded>
    </>
  )
}

function SynonymsForm({ loaded }: { loaded: SynonymTable }) {
  const [base, setBase] = useState(loaded)
  const [news, setNews] = useState<ReturnType<typeof linesBetween> | null>(null)
  const [isRestoring, setIsRestoring] = useState(false)
  /** Shows the saved table; after a conflict, the typed one stays beside the changes of the newer table. */
  const apply = ({ table, isSaved }: SavedOrNewer) => {
    const { text } = form.values
    form.reset()
    form.set({ text: isSaved ? textOf(table.synonyms) : text })
    setNews(isSaved ? null : linesBetween(base.synonyms, table.synonyms))
    setBase(table)
    if (isSaved) toast.success(synonymsText(table.isDefault ? 'restored' : 'saved'))
  }
  const form = useForm({
    initial: { text: textOf(loaded.synonyms) },
    check: ({ text }) => ({ text: problemOf(rowsOf(text)) }),
    send: ({ text }) => saveSynonymsOrReadNewer(forum, rowsOf(text), base.revision),
    onSent: apply,
    // The server identifies a word by its index, which means nothing here.
    fieldOf: null,
  })
  const restore = useAction(() => saveSynonymsOrReadNewer(forum, null, base.revision), apply)
  const isChanged = form.values.text !== textOf(base.synonyms)
  const show = (table: SynonymTable) => {
    form.reset()
    form.set({ text: textOf(table.synonyms) })
    setNews(null)
  }
  const askBeforeLeaving = (event: BeforeUnloadEvent) => {
    event.preventDefault()
  }
  useListener(window, 'beforeunload', askBeforeLeaving, isChanged)
  return (
    <form {...form.props} className="admin-synonyms">
      <FormError>{form.problem}</FormError>
      {news && (
        <div className="admin-news" role="alert">
          <p>{synonymsText('conflict')}</p>
          <ul>
            {(['added', 'removed'] as const).flatMap((kind) =>
              news[kind].map((line) => <li key={`${kind} ${line}`}>{synonymsText(kind, { line })}</li>),
            )}
          </ul>
        </div>
      )}
      <FormField
        form={form}
        name="text"
        label={synonymsText('table')}
        help={synonymsText('help')}
        rows={20}
        spellCheck={false}
      />
      <p className="admin-acts">
        <Button type="submit" tone="go" busy={form.isBusy} disabled={!isChanged}>
          {commonText('save')}
        </Button>
        <Button
          disabled={!isChanged}
          onClick={() => {
            show(base)
          }}
        >
          {synonymsText(news ? 'useTheirs' : 'discard')}
        </Button>
        <Button
          busy={restore.isBusy}
          disabled={base.isDefault}
          onClick={() => {
            setIsRestoring(true)
          }}
        >
          {synonymsText('restore')}
        </Button>
        <span className="faint small" role="status">
          {isChanged ? synonymsText('unsaved') : base.isDefault && synonymsText('isDefault')}
        </span>
      </p>
      <ConfirmDialog
        open={isRestoring}
        title={synonymsText('restoreTitle')}
        text={synonymsText('restoreText')}
        confirmLabel={synonymsText('restore')}
        onClose={() => {
          setIsRestoring(false)
        }}
        onConfirm={restore.run}
      />
    </form>
  )
}
