import { type VideoNode } from '@forum/shared/markup'
import { useId, useSyncExternalStore } from 'react'
import { createSignal } from '../../lib/signal'
import { Play } from '../../ui/icons'
import { markupText } from './markup.texts'

/** The player that was started last: starting one stops the others. */
const playing = createSignal<string | null>(null)

/** A player that loads only when the reader presses it; until then its provider learns nothing about the reader. */
export function Video({ video }: { video: VideoNode }) {
  const id = useId()
  const isPlaying = useSyncExternalStore(playing.subscribe, () => playing.current() === id)
  const provider = markupText(`providers.${video.provider}`)
  return (
    <figure className="video">
      {isPlaying ? (
        <iframe
          className="video-frame"
          src={video.embed}
          title={markupText('player', { provider })}
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          allow="fullscreen; encrypted-media; picture-in-picture"
          allowFullScreen
        />
      ) : (
        <button
          type="button"
          className="video-poster"
          aria-label={markupText('play', { provider })}
          onClick={() => {
            playing.set(id)
          }}
        >
          <span className="video-button">
            <Play aria-hidden />
          </span>
          <span className="video-label">{markupText('playOn', { provider })}</span>
        </button>
      )}
      <figcaption>
        <a href={video.page} target="_blank" rel="nofollow ugc noopener">
          {markupText('watchOn', { provider })}
        </a>
      </figcaption>
    </figure>
  )
}
