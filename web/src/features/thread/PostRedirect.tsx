import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { ApiError, call } from '../../lib/api'
import { useTexts } from '../../lib/i18n'
import { ButtonLink, ErrorState, useBusy } from '../../ui'
import { postPath } from './permalink'

/** `/posts/:postId`: goes to the page on which the post stands. */
export function PostRedirect() {
  const t = useTexts()
  const { postId = '' } = useParams()
  const navigate = useNavigate()
  const [error, setError] = useState<ApiError | null>(null)
  useBusy(error === null)
  useEffect(() => {
    let isLeft = false
    call('getPost', { params: { postId } }).then(
      ({ post }) => {
        if (!isLeft) void navigate(postPath(post), { replace: true })
      },
      (failure: unknown) => {
        if (!isLeft && failure instanceof ApiError) setError(failure)
      },
    )
    return () => {
      isLeft = true
    }
  }, [postId, navigate])
  if (!error) return null
  return (
    <ErrorState isPage title={t('thread.loadFailed')} cause={error.message}>
      <ButtonLink to="/">{t('common.backHome')}</ButtonLink>
    </ErrorState>
  )
}
