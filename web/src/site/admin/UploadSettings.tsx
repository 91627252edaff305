import { type SiteSettings } from '@forum/shared/contract'
import { EXTERNAL_SOURCE, sourceOf } from '@forum/shared/external-source'
import { EXTERNAL_SOURCES_MAX } from '@forum/shared/limits'
import { FILE_KINDS, UPLOAD_MEGABYTES_MAX } from '@forum/shared/uploads'
import { forum } from '../../store'
import { Button, Check, FormError, FormField, SectionHeading, toast, useForm } from '../../ui'
import { saveSettings } from './admin.actions'
import { adminText } from './admin.texts'

/** The permitted attachments, and the external addresses from which pages may load. */
export function UploadSettings({
  settings: { uploads, externalSources },
  onSaved,
}: {
  settings: Pick<SiteSettings, 'uploads' | 'externalSources'>
  onSaved: (saved: SiteSettings) => void
}) {
  const initial = {
    megabytes: String(uploads.megabytes),
    kinds: uploads.kinds,
    sources: externalSources.join('\n'),
  }
  const form = useForm({
    initial,
    check: ({ megabytes, kinds, sources }) => ({
      megabytes: isInRange(megabytes) ? undefined : adminText('limitRange', { max: UPLOAD_MEGABYTES_MAX }),
      kinds: kinds.length > 0 ? undefined : adminText('kindsNone'),
      sources: problemOf(linesOf(sources)),
    }),
    send: ({ megabytes, kinds, sources }) =>
      saveSettings(forum, {
        uploads: { megabytes: Number(megabytes), kinds: [...kinds] },
        externalSources: linesOf(sources),
      }),
    onSent: (saved) => {
      toast.success(adminText('saved'))
      form.reset()
      onSaved(saved)
    },
    fieldOf: null,
  })
  const { kinds } = form.values
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial)
  return (
    <form {...form.props} className="admin-settings">
      <FormError>{form.problem}</FormError>
      <SectionHeading id="admin-uploads">{adminText('uploads')}</SectionHeading>
      <FormField
        form={form}
        name="megabytes"
        label={adminText('megabytes')}
        help={adminText('megabytesHelp', { max: UPLOAD_MEGABYTES_MAX })}
      />
      <fieldset className="admin-kinds">
        <legend className="field-label">{adminText('kinds')}</legend>
        {FILE_KINDS.map((kind) => (
          <Check
            key={kind}
            label={adminText(`kind.${kind}`)}
            checked={kinds.includes(kind)}
            onChange={(isTaken) => {
              form.set({ kinds: FILE_KINDS.filter((one) => (one === kind ? isTaken : kinds.includes(one))) })
            }}
          />
        ))}
        <span className="field-error" aria-live="polite">
          {form.errors.kinds}
        </span>
      </fieldset>
      <SectionHeading id="admin-sources">{adminText('sources')}</SectionHeading>
      <FormField
        form={form}
        name="sources"
        label={adminText('sourcesLabel')}
        help={adminText('sourcesHelp', { max: EXTERNAL_SOURCES_MAX })}
        rows={3}
        spellCheck={false}
      />
      <p className="admin-save">
        <Button type="submit" tone="go" busy={form.isBusy} disabled={!isChanged}>
          {adminText('saveUploads')}
        </Button>
      </p>
    </form>
  )
}

const isInRange = (typed: string): boolean => {
  const megabytes = Number(typed)
  return Number.isInteger(megabytes) && megabytes >= 1 && megabytes <= UPLOAD_MEGABYTES_MAX
}

const linesOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

function problemOf(sources: readonly string[]): string | undefined {
  if (sources.length > EXTERNAL_SOURCES_MAX) return adminText('sourcesTooMany', { max: EXTERNAL_SOURCES_MAX })
  const wrong = sources.find((source) => !EXTERNAL_SOURCE.test(sourceOf(source)))
  return wrong === undefined ? undefined : adminText('sourcesWrong', { source: wrong })
}
