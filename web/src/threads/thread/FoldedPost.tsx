import { forum } from '../../store'
import { Button } from '../../ui'
import { blocksText, postShown } from '../../state/blocks'
import { type PostEntity } from '../../state/thread-copy'
import { focusPost, numberText } from './permalink'
import { PostLine } from './PostLine'

/** The place of a blocked member's post, with a button that shows it until the page is left. */
export function FoldedPost({ post }: { post: PostEntity }) {
  return (
    <PostLine post={post}>
      <span>{blocksText('post', { name: post.author.displayName })}</span>
      <Button
        size="small"
        onClick={() => {
          forum.update((write) => {
            postShown(write, post.id)
          })
          requestAnimationFrame(() => {
            focusPost(post.id)
          })
        }}
      >
        {blocksText('show')}
      </Button>
      <span className="post-number num">{numberText(post)}</span>
    </PostLine>
  )
}
