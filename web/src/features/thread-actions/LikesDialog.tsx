import { useEffect, useState } from 'react'
import { type ApiError } from '../../resource'
import { forum } from '../../store'
import { Avatar, Bone, Button, Dialog, ErrorState, RoleTags, rows, Skeleton, useIsWide } from '../../ui'
import { actionsText } from './actions.texts'
import { type PostEntity } from '../thread-copy'
import { type Likers, readLikers } from './thread-actions.actions'
import './thread-actions.css'

/** Who likes a post, the newest like first. */
export function LikesDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const isWide = useIsWide()
  const [likers, setLikers] = useState<Likers | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [page, setPage] = useState(1)
  const { id } = post
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isUnmounted = false
    const read = async () => {
      const result = await readLikers(forum, id, page)
      if (isUnmounted) return
      if (!result.ok) {
        setError(result.error)
        return
      }
      setLikers((before) => {
        const known = page === 1 ? [] : (before?.users ?? [])
        const more = result.value.users.filter((user) => !known.some((one) => one.id === user.id))
        return { ...result.value, users: [...known, ...more] }
      })
    }
    void read()
    return () => {
      isUnmounted = true
    }
  }, [id, page, attempt])
  const retry = () => {
    setError(null)
    setAttempt(attempt + 1)
  }
  return (
    <Dialog
      isText
      onClose={onClose}
      title={actionsText('likesTitle', { count: likers?.total ?? post.likeCount })}
      shape={isWide ? 'box' : 'sheet'}
    >
      {error && <ErrorState title={actionsText('likesFailed')} cause={error.message} onRetry={retry} />}
      {likers === null && !error && (
        <Skeleton>
          {rows(3, (index) => (
            <p key={index} className="liker">
              <Bone width="32px" height="32px" round />
              <Bone width="8em" />
            </p>
          ))}
        </Skeleton>
      )}
      {likers?.users.length === 0 && <p className="faint">{actionsText('likesNone')}</p>}
      <ul className="likers">
        {likers?.users.map((user) => (
          <li key={user.id} className="liker">
            <Avatar user={user} />
            <b className="one-line">{user.displayName}</b>
            <span className="faint small one-line">@{user.username}</span>
            <RoleTags role={user.role} />
          </li>
        ))}
      </ul>
      {likers?.hasNext === true && (
        <Button
          wide
          onClick={() => {
            setPage(page + 1)
          }}
        >
          {actionsText('more')}
        </Button>
      )}
    </Dialog>
  )
}
