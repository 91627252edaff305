import { toast, Toaster as Sonner } from 'sonner'
import { useTexts } from '../lib/i18n'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from './icons'
import './toaster.css'

export { toast }

/** The place of short messages: top right, for five seconds, at most three. */
export function ToasterPart() {
  const t = useTexts()
  return (
    <Sonner
      position="top-right"
      duration={5_000}
      visibleToasts={3}
      closeButton
      containerAriaLabel={t('common.notifications')}
      // Alt+T is sonner's own shortcut to the toasts; the page announces its own keys.
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t('common.close'),
        classNames: { toast: 'toast' },
      }}
      icons={{
        success: <CircleCheck aria-hidden />,
        error: <CircleAlert aria-hidden />,
        warning: <TriangleAlert aria-hidden />,
        info: <Info aria-hidden />,
      }}
    />
  )
}
