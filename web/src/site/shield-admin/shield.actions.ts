import { type GivenSettings } from '@forum/shared/contract'
import { resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { withFreshPassword } from '../../state/session'

/** Loads the shield, with the number of registrations that each part of it has refused. */
export const loadShield = (forum: Forum) =>
  resultOf(
    Promise.all([forum.call('getSettings'), forum.call('getShieldRefusals')]).then(
      ([{ settings }, { refusals }]) => ({ shield: settings.shield, refusals }),
    ),
  )

/** Changes the given parts; asks for the password if it was typed too long ago. */
export const saveShield = (forum: Forum, shield: NonNullable<GivenSettings['shield']>) =>
  resultOf(
    withFreshPassword(forum, () => forum.call('setSettings', { body: { settings: { shield } } })).then(
      ({ settings }) => settings.shield,
    ),
  )
