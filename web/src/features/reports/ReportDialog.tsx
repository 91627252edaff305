import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { useId, useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { useForum } from '../../store'
import { Counter, Field, toast } from '../../ui'
import { ActDialog } from '../thread-actions'
import { type PostEntity } from '../thread-log'
import './reports.css'
import './texts'

const KINDS = ['ads', 'porn', 'illegal', 'infringing', 'attack', 'privacy', 'other'] as const
type Kind = (typeof KINDS)[number]

/** Reports a post to the moderators: one of the usual reasons, the member's own words, or both. */
export function ReportDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const t = useTexts()
  const [kind, setKind] = useState<Kind | null>(null)
  const [details, setDetails] = useState('')
  const name = useId()
  const usual = kind === null || kind === 'other' ? '' : t(`report.kinds.${kind}`)
  const reason = [usual, trimText(details)].filter(Boolean).join('：')
  const length = countCharacters(reason)
  const tooLong = length > REASON_MAX ? t('report.tooLong', { max: REASON_MAX }) : null
  const missing = reason === '' ? t(kind === 'other' ? 'report.detailsMissing' : 'report.missing') : null
  const report = async () => {
    const result = await useForum.getState().reportPost(post.id, reason)
    if (result.ok) toast.success(t('report.done'))
    return result
  }
  return (
    <ActDialog
      title={post.isOpeningPost ? t('report.opening') : t('report.reply', { n: post.number })}
      text={t('report.text')}
      confirmLabel={t('report.submit')}
      asksReason={false}
      onClose={onClose}
      onConfirm={report}
      check={() => missing ?? tooLong}
    >
      <fieldset className="report-kinds">
        <legend>{t('report.reason')}</legend>
        {KINDS.map((one) => (
          <label key={one} className="chip report-kind">
            <input
              type="radio"
              name={name}
              value={one}
              checked={kind === one}
              onChange={() => {
                setKind(one)
              }}
            />
            {t(`report.kinds.${one}`)}
          </label>
        ))}
      </fieldset>
      <Field
        label={t('report.details')}
        optional={usual !== ''}
        required={usual === ''}
        error={tooLong ?? undefined}
        aside={<Counter count={length} max={REASON_MAX} />}
      >
        {(control) => (
          <textarea
            {...control}
            className="input reason-text"
            rows={3}
            value={details}
            onChange={(event) => {
              setDetails(event.target.value)
            }}
          />
        )}
      </Field>
    </ActDialog>
  )
}
