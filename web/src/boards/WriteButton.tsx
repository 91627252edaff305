import { useEffect, useState } from 'react'
import { commonText } from '../lib/i18n'
import { PenLine } from '../ui/icons'
import { NewThreadLink, NewThreadSignIn } from './NewThreadLink'

/** Time without scrolling after which the button is whole again. */
const REST_MS = 500

/** Leads to the new-thread form. On a phone it floats over the list, as a circle while the reader scrolls down. */
export function WriteButton() {
  const [isScrolling, setIsScrolling] = useState(false)
  useEffect(() => {
    let before = scrollY
    let rest: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      setIsScrolling(scrollY > before)
      before = scrollY
      clearTimeout(rest)
      rest = setTimeout(() => {
        setIsScrolling(false)
      }, REST_MS)
    }
    addEventListener('scroll', follow, { passive: true })
    return () => {
      removeEventListener('scroll', follow)
      clearTimeout(rest)
    }
  }, [])
  return (
    <>
      <NewThreadLink
        tone="go"
        size="small"
        icon={<PenLine aria-hidden />}
        className="latest-write"
        data-scrolling={isScrolling}
      >
        {commonText('newThread')}
      </NewThreadLink>
      <NewThreadSignIn />
    </>
  )
}
