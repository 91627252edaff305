import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { commonText } from '../../lib/i18n'
import { type ApiError, useRetry } from '../../resource'
import { forum } from '../../store'
import { ButtonLink, ErrorState, useBusy } from '../../ui'
import { postPath } from './permalink'
import { threadText } from './thread.texts'
import { findPost } from './thread.actions'

/** `/posts/:postId`: redirects to the page of the thread that holds the post. */
export function PostRedirect() {
  const { postId = '' } = useParams()
  const navigate = useNavigate()
  const [error, setError] = useState<ApiError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => {
    setAttempt((number) => number + 1)
    return Promise.resolve()
  }, [])
  useRetry(error, retry)
  useBusy(error === null)
  useEffect(() => {
    let isUnmounted = false
    const find = async () => {
      const found = await findPost(forum, postId)
      if (isUnmounted) return
      if (found.ok) void navigate(postPath(found.value), { replace: true })
      else setError(found.error)
    }
    void find()
    return () => {
      isUnmounted = true
    }
  }, [postId, navigate, attempt])
  if (!error) return null
  return (
    <ErrorState
      isPage
      title={threadText('loadFailed')}
      cause={error.message}
      onRetry={error.mayPass ? () => void retry() : undefined}
    >
      <ButtonLink to="/">{commonText('backHome')}</ButtonLink>
    </ErrorState>
  )
}
