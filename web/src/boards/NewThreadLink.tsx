import { type ComponentProps } from 'react'
import { useNavigate } from 'react-router-dom'
import { ButtonLink } from '../ui'
import { useSession } from '../state/session'
import { signInFirstPart } from '../accounts'

/** Leads to the new-thread form. Visitors are asked to sign in first, on a screen with `NewThreadSignIn`. */
export function NewThreadLink({
  boardId,
  ...rest
}: Omit<ComponentProps<typeof ButtonLink>, 'to' | 'onClick'> & { boardId?: number }) {
  const navigate = useNavigate()
  const isVisitor = useSession().status === 'anonymous'
  const place = `/new-thread${boardId ? `/${boardId}` : ''}`
  return (
    <ButtonLink
      {...rest}
      to={place}
      onClick={(event) => {
        if (!isVisitor) return
        event.preventDefault()
        signInFirstPart.load().then(
          ({ askToSignIn }) => {
            askToSignIn({ act: 'newThread', id: boardId ?? 0, place })
          },
          () => void navigate(place),
        )
      }}
    />
  )
}

/** The place of the dialog that asks a visitor to sign in before a new thread. */
export function NewThreadSignIn() {
  const parts = signInFirstPart.use()
  return parts && <parts.SignInFirst />
}
