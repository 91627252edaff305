import { pageOfNumber } from '@forum/shared/pages'
import { Link } from 'react-router-dom'
import { goToPost, postPath } from './permalink'
import { threadText } from './thread.texts'
import { type Response } from './use-responses'

/** The replies that quote a post, a line each. */
export function Responses({
  responses,
  threadId,
  id,
}: {
  responses: readonly Response[]
  threadId: number
  /** The id of the element. */
  id: string
}) {
  return (
    <ul className="responses" id={id}>
      {responses.map((response) => (
        <li key={response.id} className="response">
          <b>{response.author.displayName}</b>
          <span className="one-line">{response.words}</span>
          <Link
            className="link num"
            to={postPath({ id: response.id, threadId, page: pageOfNumber(response.number) })}
            onClick={(event) => {
              if (goToPost(response.id)) event.preventDefault()
            }}
          >
            {threadText('postNumber', { n: response.number })} ↓
          </Link>
        </li>
      ))}
    </ul>
  )
}
