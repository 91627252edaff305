import { cutWithEllipsis } from '@forum/shared/text'
import { plainText } from '@forum/shared/markup'
import { useCallback } from 'react'
import { useLoaded, WhenLoaded } from '../../resource'
import { forum } from '../../store'
import { readVersions } from '../../threads'
import { Field, localTime, SkeletonLines } from '../../ui'
import { type EraseScope } from './erasures.actions'
import { erasuresText } from './erasures.texts'

const WORDS_SHOWN = 24

interface Choice {
  value: string
  error: string | undefined
  onChange: (part: string) => void
}

/** Chooses the part of a post to erase: one of its files, or an earlier version. */
export function PartChoice({ scope, ...choice }: Choice & { scope: Exclude<EraseScope, { what: unknown }> }) {
  if (scope.scope === 'version') return <VersionChoice postId={scope.postId} {...choice} />
  const options = scope.files.map(({ id, originalName }) => ({ value: String(id), label: originalName }))
  return <Options label={erasuresText('part.file')} options={options} {...choice} />
}

function VersionChoice({ postId, ...choice }: Choice & { postId: number }) {
  const loaded = useLoaded(useCallback(() => readVersions(forum, postId), [postId]))
  return (
    <WhenLoaded loaded={loaded} skeleton={<SkeletonLines count={1} />} failed={erasuresText('failed')}>
      {(versions) => {
        const earlier = versions.slice(0, -1)
        if (earlier.length === 0) return <p className="faint">{erasuresText('noVersions')}</p>
        const options = earlier.map(({ version, editedAt, content }) => ({
          value: String(version),
          label: erasuresText('version', {
            version,
            time: localTime(editedAt),
            text: cutWithEllipsis(plainText(content), WORDS_SHOWN),
          }),
        }))
        return (
          <Options
            label={erasuresText('part.version')}
            help={erasuresText('versionNote')}
            options={options}
            {...choice}
          />
        )
      }}
    </WhenLoaded>
  )
}

function Options({
  label,
  help,
  options,
  value,
  error,
  onChange,
}: Choice & { label: string; help?: string; options: readonly { value: string; label: string }[] }) {
  return (
    <Field label={label} required help={help} error={error}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
          }}
        >
          <option value="" />
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
