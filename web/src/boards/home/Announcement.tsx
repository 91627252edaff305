import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui'
import { useAnnouncement } from '../../state/announcement'
import { Pause, Play } from '../../ui/icons'
import { AnnouncementText } from '../AnnouncementText'
import { homeText } from './home.texts'
import './announcement.css'

/**
 * Returns the text in the document that the server rendered: empty if it has none, null without such a
 * document.
 */
function renderedText(): string | null {
  const readable = document.querySelector('.readable')
  return readable && (readable.querySelector('.readable-announcement')?.textContent ?? '')
}

/**
 * The announcement in one line, absent if there is none. Until it is loaded, the text that the server rendered has its
 * place. A text that does not fit scrolls until it is hovered, focused or stopped with the button.
 */
export function Announcement() {
  const announcement = useAnnouncement()
  const [rendered] = useState(renderedText)
  const shown = announcement?.text ?? rendered
  const frame = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLSpanElement>(null)
  const [overflow, setOverflow] = useState(0)
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    const measure = () => {
      if (frame.current && text.current) {
        setOverflow(Math.max(0, text.current.offsetWidth - frame.current.clientWidth))
      }
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (frame.current) observer.observe(frame.current)
    return () => {
      observer.disconnect()
    }
  }, [shown])
  if (shown === '') return null
  return (
    <section className="announcement" aria-label={homeText('announcementLabel')}>
      <b aria-hidden>{homeText('announcementLabel')}</b>
      <div className="announcement-frame" ref={frame} data-paused={paused}>
        <span
          ref={text}
          className="announcement-text"
          data-scrolls={overflow > 0}
          style={{
            '--overflow': `${-overflow}px`,
            // About 30 pixels a second for any length; it rests at both ends for the remaining time.
            animationDuration: `${overflow / 30 / 0.7}s`,
          }}
        >
          <AnnouncementText text={shown ?? ''} linkClass="announcement-link" />
        </span>
      </div>
      {overflow > 0 && (
        <IconButton
          label={paused ? homeText('playAnnouncement') : homeText('pauseAnnouncement')}
          className="announcement-button"
          onClick={() => {
            setPaused(!paused)
          }}
        >
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </IconButton>
      )}
    </section>
  )
}
