import { Button, MemberLink, toast, useAction } from '../../ui'
import { forum } from '../../store'
import { useSession } from '../../state/session'
import { type PostEntity } from '../../state/thread-copy'
import { acceptCoauthoring, removeCoauthor } from './coauthors.actions'
import { coauthorsText } from './coauthors.texts'
import './coauthors.css'

/** Names the co-authors of a post at its head, and asks a reader who is invited. */
export function Coauthors({ post }: { post: PostEntity }) {
  const { coauthors = [], viewer } = post
  return (
    <>
      {coauthors.length > 0 && (
        <p className="post-coauthors">
          {coauthorsText('manage')}{' '}
          {coauthors.map((one) => (
            <MemberLink key={one.id} member={one} className="post-coauthor">
              {one.displayName}
            </MemberLink>
          ))}
        </p>
      )}
      {viewer?.isInvited && <Invitation post={post} />}
    </>
  )
}

function Invitation({ post }: { post: PostEntity }) {
  const { user } = useSession()
  const accept = useAction(() => acceptCoauthoring(forum, post), coauthorsText('accepted'))
  const decline = useAction(
    () => removeCoauthor(forum, post, user?.id ?? 0),
    () => {
      toast.info(coauthorsText('declined'))
    },
  )
  return (
    <div className="post-invitation">
      <p>{coauthorsText('asked', { name: post.author.displayName })}</p>
      <div className="post-invitation-acts">
        <Button tone="go" busy={accept.isBusy} onClick={() => accept.run()}>
          {coauthorsText('accept')}
        </Button>
        <Button busy={decline.isBusy} onClick={() => decline.run()}>
          {coauthorsText('decline')}
        </Button>
      </div>
    </div>
  )
}
