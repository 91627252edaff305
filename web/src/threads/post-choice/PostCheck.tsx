import { type PostEntity } from '../../state/thread-copy'
import { choose, useIsChosen } from './choice'
import { postChoiceText } from './post-choice.texts'
import './post-choice.css'

/** The check box with which a moderator selects a reply; renders nothing outside a selection. */
export function PostCheck({ post }: { post: PostEntity }) {
  const isChosen = useIsChosen(post.threadId, post.id)
  if (isChosen === null || post.isOpeningPost) return null
  return (
    <label className="post-check" data-checked={isChosen}>
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => {
          choose([post.id], target.checked)
        }}
      />
      <span>{postChoiceText('choose', { n: post.number })}</span>
    </label>
  )
}
