import { type ReactNode, useState } from 'react'
import { actorOf } from '../../lib/actor'
import { commonText } from '../../lib/i18n'
import { MenuItem, toast } from '../../ui'
import { useSession } from '../session'
import { type MenuOffer } from './offers'

/**
 * Returns the entries of a menu that are offered for a subject, and the dialog of the chosen entry.
 *
 * @param onClose called when that dialog closes, or cannot be loaded
 */
export function useMenuOffers<Subject>(
  offers: readonly MenuOffer<Subject>[],
  subject: Subject,
  onClose: () => void,
): { entries: ReactNode[]; dialog: ReactNode } {
  const actor = actorOf(useSession().user)
  const [chosen, setChosen] = useState<MenuOffer<Subject> | null>(null)
  const close = () => {
    setChosen(null)
    onClose()
  }
  const choose = (offer: MenuOffer<Subject>) => {
    setChosen(offer)
    offer.dialog.load().catch(() => {
      close()
      toast.error(commonText('loadFailed'))
    })
  }
  const offered = actor ? offers.filter(({ isOffered }) => isOffered(actor, subject)) : []
  return {
    entries: offered.map((offer) => (
      <MenuItem
        key={offer.name}
        icon={offer.icon}
        onSelect={() => {
          choose(offer)
        }}
      >
        {offer.label(subject)}
      </MenuItem>
    )),
    dialog: chosen && <ChosenDialog key={chosen.name} offer={chosen} subject={subject} onClose={close} />,
  }
}

function ChosenDialog<Subject>({
  offer,
  ...props
}: {
  offer: MenuOffer<Subject>
  subject: Subject
  onClose: () => void
}) {
  const dialog = offer.dialog.use()
  return dialog && <dialog.Component {...props} />
}
