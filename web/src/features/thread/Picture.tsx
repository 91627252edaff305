import { useState } from 'react'
import { useTexts } from '../../lib/i18n'
import { ImageOff } from '../../ui/icons'

/**
 * A picture from elsewhere, in a box of fixed shape so that nothing moves when it arrives; its host is not
 * told where it is looked at.
 */
export function Picture({ url }: { url: string }) {
  const t = useTexts()
  const [isBroken, setIsBroken] = useState(false)
  return (
    <a
      className="picture"
      href={url}
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
      title={t('markup.openImage')}
    >
      {isBroken ? (
        <span className="picture-broken">
          <ImageOff aria-hidden />
          {t('markup.imageBroken')}
        </span>
      ) : (
        <img
          src={url}
          alt={t('markup.openImage')}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => {
            setIsBroken(true)
          }}
        />
      )}
    </a>
  )
}
