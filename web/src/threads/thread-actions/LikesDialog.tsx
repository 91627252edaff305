import { type ReactNode, useMemo } from 'react'
import { useItems, WhenLoaded } from '../../resource'
import { useForum } from '../../store'
import { Avatar, Bone, Button, Dialog, ErrorState, RoleTags, rows, Skeleton, useIsWide } from '../../ui'
import { actionsText } from './actions.texts'
import { type PostEntity } from '../../state/thread-copy'
import { likersOf } from './likers'
import { likersSlice } from './likers.slice'
import './thread-actions.css'

const SKELETON = (
  <Skeleton>
    <ul className="likers">
      {rows(3, (index) => (
        <Liker key={index} picture={<Bone width="32px" height="32px" round />}>
          <Bone width="8em" />
        </Liker>
      ))}
    </ul>
  </Skeleton>
)

function Liker({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <li className="liker">
      {picture}
      {children}
    </li>
  )
}

/** The members who like a post, the newest like first. */
export function LikesDialog({ post, onClose }: { post: PostEntity; onClose: () => void }) {
  const isWide = useIsWide()
  const list = useMemo(() => likersOf(post.id), [post.id])
  const { loaded, more } = useItems(
    list,
    useForum((read) => read(likersSlice)),
  )
  return (
    <Dialog
      isText
      onClose={onClose}
      title={actionsText('likesTitle', { count: post.likeCount })}
      shape={isWide ? 'box' : 'sheet'}
    >
      {more?.error && (
        <ErrorState title={actionsText('likesFailed')} cause={more.error.message} onRetry={more.load} />
      )}
      <WhenLoaded loaded={loaded} skeleton={SKELETON} failed={actionsText('likesFailed')}>
        {(likers) => (
          <>
            {likers.length === 0 && <p className="faint">{actionsText('likesNone')}</p>}
            <ul className="likers">
              {likers.map((user) => (
                <Liker key={user.id} picture={<Avatar user={user} />}>
                  <b className="one-line">{user.displayName}</b>
                  <span className="faint small one-line">@{user.username}</span>
                  <RoleTags role={user.role} />
                </Liker>
              ))}
            </ul>
            {more && (
              <Button wide busy={more.isLoading} onClick={more.load}>
                {actionsText('more')}
              </Button>
            )}
          </>
        )}
      </WhenLoaded>
    </Dialog>
  )
}
