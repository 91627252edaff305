import { Button } from './button'
import { useSecondsUntil } from './use-seconds-until'
import './undo-bar.css'

/** Says what was just done, and until a time offers to take it back: by its button or the key that it names. */
export function UndoBar({
  text,
  label,
  until,
  onUndo,
}: {
  text: string
  /** What the button says. */
  label: string
  /** In milliseconds of this machine's clock. */
  until: number
  /** Null if it cannot be taken back. */
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
