import { type FirstHour as Done } from '@forum/shared/contract'
import { useEffect, useState } from 'react'
import { commonText } from '../../lib/i18n'
import { resultOf } from '../../lib/result'
import { readStored, writeStored } from '../../lib/storage'
import { forum } from '../../store'
import { ButtonLink, IconButton } from '../../ui'
import { X } from '../../ui/icons'
import { ChecklistItem } from './ChecklistItem'
import { firstHourText } from './first-hour.texts'
import './newcomer.css'

/** The page where each step is done; null for a step on the server. */
const STEPS = {
  name: '/admin/site',
  boards: '/admin/boards',
  rules: '/admin/pages',
  thread: '/new-thread',
  invite: '/admin/settings',
  mail: null,
  backup: null,
} as const satisfies Record<keyof Done['steps'], string | null>
const NAMES = Object.keys(STEPS) as (keyof typeof STEPS)[]

const FOUNDED = 'forum:founded'
const rememberFounded = () => {
  writeStored(FOUNDED, '1')
}

/** Greets a founder until all is done or they close it. */
export function FirstHourPlace() {
  const [isClosed, setIsClosed] = useState(() => readStored(FOUNDED) !== null)
  if (isClosed) return null
  return (
    <FirstHour
      onOver={rememberFounded}
      onClose={() => {
        rememberFounded()
        setIsClosed(true)
      }}
    />
  )
}

/**
 * The first steps of a founder. The server ticks those that are done; the list goes when all are, or when it
 * is closed.
 */
export function FirstHour({ onOver, onClose }: { onOver: () => void; onClose: () => void }) {
  const [hour, setHour] = useState<Done | null>(null)
  useEffect(() => {
    let isLeft = false
    void resultOf(forum.call('firstHour')).then((result) => {
      if (isLeft || !result.ok) return
      const { isYoung, steps } = result.value
      // It stays visible this time, with its last tick.
      if (!isYoung || NAMES.every((name) => steps[name])) onOver()
      setHour(result.value)
    })
    return () => {
      isLeft = true
    }
  }, [onOver])
  if (!hour?.isYoung) return null
  const done = NAMES.filter((name) => hour.steps[name]).length
  return (
    <section className="newcomer first-hour" aria-labelledby="first-hour">
      <h2 id="first-hour">
        {firstHourText('title')}
        <span className="faint small">{firstHourText('count', { done, all: NAMES.length })}</span>
      </h2>
      <IconButton label={commonText('close')} className="newcomer-close" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      <ul>
        {NAMES.map((name) => (
          <ChecklistItem
            key={name}
            isDone={hour.steps[name]}
            text={firstHourText(`steps.${name}`)}
            hint={firstHourText(`hints.${name}`)}
          >
            {STEPS[name] !== null && (
              <ButtonLink
                size="small"
                to={STEPS[name]}
                aria-label={firstHourText('goTo', { what: firstHourText(`steps.${name}`) })}
              >
                {firstHourText('go')}
              </ButtonLink>
            )}
          </ChecklistItem>
        ))}
      </ul>
    </section>
  )
}
