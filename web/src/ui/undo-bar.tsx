import { Button } from './button'
import { useSecondsUntil } from './use-seconds-until'
import './undo-bar.css'

/** Says what was just done, and offers its undo until a time: by its button or the key that it names. */
export function UndoBar({
  text,
  label,
  until,
  onUndo,
}: {
  text: string
  /** The label of the button. */
  label: string
  /** In milliseconds of this machine's clock. */
  until: number
  /** Null if the act cannot be undone. */
  onUndo: (() => void) | null
}) {
  const seconds = useSecondsUntil(until)
  if (seconds === 0) return null
  return (
    <div className="undo-bar" role="status">
      <span className="one-line">{text}</span>
      {onUndo && (
        <>
          <span className="num" aria-hidden>
            {seconds}
          </span>
          <Button size="small" onClick={onUndo}>
            {label} <kbd aria-hidden>u</kbd>
          </Button>
        </>
      )}
    </div>
  )
}
