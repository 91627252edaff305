import { LOGO_MAX_BYTES } from '@forum/shared/limits'
import { useRef, useState } from 'react'
import { useSite } from '../../state/site'
import { forum } from '../../store'
import { Button, FormError, toast, useAction } from '../../ui'
import { removeLogo, setLogo } from './identity.actions'
import { identityText } from './identity.texts'

const TYPES = ['image/png', 'image/webp', 'image/jpeg']
const BYTES_PER_MB = 1024 * 1024

/** The picture that replaces the seal; it takes effect as soon as it is chosen. */
export function LogoField() {
  const { logo } = useSite()
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const saved = () => {
    setError(null)
    toast.success(identityText(logo === null ? 'logoSet' : 'saved'))
  }
  const upload = useAction((file: File) => setLogo(forum, file), saved)
  const removal = useAction(() => removeLogo(forum), saved)
  return (
    <div className="site-logo">
      <span className="buttons">
        <Button busy={upload.isBusy} onClick={() => input.current?.click()}>
          {identityText(logo === null ? 'upload' : 'replaceLogo')}
        </Button>
        {logo !== null && (
          <Button tone="quiet" busy={removal.isBusy} onClick={removal.run}>
            {identityText('removeLogo')}
          </Button>
        )}
      </span>
      <p className="field-help">{identityText('logoHelp', { max: LOGO_MAX_BYTES / BYTES_PER_MB })}</p>
      <FormError>{error}</FormError>
      <input
        ref={input}
        type="file"
        accept={TYPES.join(',')}
        aria-label={identityText('upload')}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file may be chosen again after an error.
          target.value = ''
          if (!file) return
          if (!TYPES.includes(file.type)) setError(identityText('logoType'))
          else if (file.size > LOGO_MAX_BYTES)
            setError(identityText('logoSize', { max: LOGO_MAX_BYTES / BYTES_PER_MB }))
          else upload.run(file)
        }}
      />
    </div>
  )
}
