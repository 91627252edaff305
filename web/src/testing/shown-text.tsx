import { type ReactNode, useEffect } from 'react'
import { offers } from '../app/offers'
import { OffersContext } from '../state/offers'

/** A page of the site that can be read at once. */
function ShownText({ slug, onShown }: { slug: string; onShown: () => void }) {
  useEffect(onShown, [onShown])
  return <p>{slug}</p>
}

const part = { Component: ShownText }
const shown = { ...offers, sitePage: { load: () => Promise.resolve(part), use: () => part } }

/** Has the texts that newcomers agree to at once. */
export function WithShownTexts({ children }: { children: ReactNode }) {
  return <OffersContext value={shown}>{children}</OffersContext>
}
