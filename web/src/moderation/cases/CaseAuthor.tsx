import { type Case, type UserSummary } from '@forum/shared/contract'
import { mayReadDiscipline } from '@forum/shared/policies'
import { useMemo } from 'react'
import { actorOf } from '../../lib/actor'
import { useItems } from '../../resource'
import { useForum } from '../../store'
import { Avatar, Button, Count, FactBoxes, localDate, RoleTags, MemberLink } from '../../ui'
import { useSession } from '../../state/session'
import { disciplineSlice } from '../discipline/discipline.slice'
import { entriesAbout } from '../discipline/discipline.actions'
import { useMember } from '../../members'
import { actOf, shownActor, shownReason } from '../log/entries'
import { casesText } from './cases.texts'

const TITLES = { post: 'author', message: 'sender', member: 'member', complaint: 'author' } as const

/** Number of log entries shown; the drawer has the others. */
const SHOWN_ENTRIES = 3

/** The author of the reported content: the numbers of the account, and the latest acts on it. */
export function CaseAuthor({
  reportCase,
  author,
  onOpen,
}: {
  reportCase: Case
  author: UserSummary
  /** Opens the drawer with the member's whole record. */
  onOpen: () => void
}) {
  const user = useMember(author.id).data
  const actor = actorOf(useSession().user)
  const mayRead = actor !== null && mayReadDiscipline(actor, author) === 'allowed'
  return (
    <section aria-labelledby="case-author">
      <h3 id="case-author">{casesText(TITLES[reportCase.kind])}</h3>
      <div className="case-author">
        <Avatar user={author} />
        <div>
          <MemberLink member={author} className="link">
            <b>{author.displayName}</b>
          </MemberLink>{' '}
          <RoleTags role={author.role} />
          {author.username !== '' && <p className="faint small">@{author.username}</p>}
        </div>
        {mayRead && (
          <Button size="small" onClick={onOpen}>
            {casesText('record')} <kbd aria-hidden>p</kbd>
          </Button>
        )}
      </div>
      {user && (
        <FactBoxes
          facts={[
            { name: casesText('joined'), value: localDate(user.joinedAt) },
            { name: casesText('posts'), value: <Count value={user.postCount} /> },
            { name: casesText('likes'), value: <Count value={user.likesReceived} /> },
          ]}
        />
      )}
      {mayRead && <LatestEntries userId={author.id} />}
    </section>
  )
}

function LatestEntries({ userId }: { userId: number }) {
  const list = useMemo(() => entriesAbout(userId), [userId])
  const { items = [] } = useItems(
    list,
    useForum((read) => read(disciplineSlice).entries),
  )
  return (
    <ul className="case-entries small">
      {items.slice(0, SHOWN_ENTRIES).map((entry) => (
        <li key={entry.id}>
          <span className="faint num">{localDate(entry.createdAt)}</span>
          <span className="one-line">
            {actOf(entry)}
            {shownReason(entry) !== null && ` · ${shownReason(entry)}`}
          </span>
          <span className="faint">{shownActor(entry).displayName}</span>
        </li>
      ))}
    </ul>
  )
}
