import { forum } from '../../store'
import { Button, walkable } from '../../ui'
import { blocksSlice, blocksText } from '../blocks'
import { type PostEntity } from '../thread-copy'
import { focusPost, postAnchor } from './permalink'

/** The place of a blocked member's post, with a button that shows it until the page is left. */
export function FoldedPost({ post, label }: { post: PostEntity; label: string }) {
  return (
    <article
      {...walkable}
      className="tombstone"
      id={postAnchor(post.id)}
      data-number={post.number}
      aria-label={label}
    >
      <div className="tombstone-line">
        <span>{blocksText('post', { name: post.author.displayName })}</span>
        <Button
          size="small"
          onClick={() => {
            forum.update((write) => {
              write(blocksSlice).shownPosts[post.id] = true
            })
            requestAnimationFrame(() => {
              focusPost(post.id)
            })
          }}
        >
          {blocksText('show')}
        </Button>
        <span className="post-number num">{label}</span>
      </div>
    </article>
  )
}
