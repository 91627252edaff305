import { type Board, type CurrentUser } from '@forum/shared/contract'
import { IconButton, ButtonLink } from '../../ui'
import { Check, X } from '../../ui/icons'
import { commonText } from '../../lib/i18n'
import { newcomerText } from './newcomer.texts'
import './newcomer.css'

/** The board in which new members introduce themselves. */
const GREETING_BOARD = 'newcomers'

/** What a new member may do first; it goes once they have written something or close it. */
export function Newcomer({
  user,
  boards,
  onClose,
}: {
  user: CurrentUser
  /** Empty until they are loaded. */
  boards: readonly Board[]
  onClose: () => void
}) {
  const greeting = boards
    .flatMap((board) => [board, ...board.children])
    .find(({ name }) => name.toLowerCase() === GREETING_BOARD)
  return (
    <section className="newcomer" aria-labelledby="newcomer">
      <h2 id="newcomer">{newcomerText('title', { name: user.displayName })}</h2>
      <IconButton label={commonText('close')} className="newcomer-close" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
      <ul>
        <li>
          <i className="newcomer-mark newcomer-done">
            <Check aria-hidden />
          </i>
          <span className="faint">{newcomerText('registered')}</span>
        </li>
        <li>
          <i className="newcomer-mark" />
          <span>{newcomerText('greet')}</span>
          {greeting && (
            <ButtonLink size="small" tone="go" to={`/new-thread/${greeting.id}?begin=greeting`}>
              {newcomerText('greetGo')}
            </ButtonLink>
          )}
        </li>
        <li>
          <i className="newcomer-mark" />
          <span>{newcomerText('choose')}</span>
          <ButtonLink size="small" to="/boards">
            {newcomerText('chooseGo')}
          </ButtonLink>
        </li>
      </ul>
    </section>
  )
}
