import { type KeyboardEvent, useState } from 'react'
import { confirmsComposition, isComposing, keyOf } from '../../lib/keys'
import { classNames } from '../../ui'
import { composerText } from './composer.texts'
import { faceOf, FACES, facesNamed } from './faces'
import { recentFaces, rememberFace } from './recent-faces'
import './face-panel.css'

type Face = ReturnType<typeof facesNamed>[number]

/**
 * The faces of a composer: the recent ones, groups, and a search by name. It stays open, so that several can be chosen.
 * The arrow keys move between the faces.
 */
export default function FacePanel({
  onChoose,
  onClose,
}: {
  onChoose: (face: string) => void
  onClose: () => void
}) {
  const [query, setQuery] = useState('')
  const [groupKey, setGroupKey] = useState(FACES[0]?.key)
  // A chosen face keeps its place until the panel opens again.
  const [recent] = useState(() => recentFaces().flatMap((face) => [faceOf(face) ?? ([face, face] as Face)]))
  const found = query.trim() === '' ? null : facesNamed(query)
  const choose = (face: string) => {
    rememberFace(face)
    onChoose(face)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (confirmsComposition(event)) event.preventDefault()
    if (isComposing(event)) return
    if (keyOf(event) === 'Escape') {
      // Escape closes only the panel.
      event.preventDefault()
      event.stopPropagation()
      onClose()
    } else if (moveFocus(event)) event.preventDefault()
    // Enter in the search would submit the form.
    else if (keyOf(event) === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  const grid = (label: string, faces: readonly Face[], isText = false) => (
    <div className={classNames('faces', isText && 'faces-text')} role="group" aria-label={label}>
      {faces.map(([face, name]) => (
        <button
          key={face}
          type="button"
          className="face"
          aria-label={name}
          title={name}
          onPointerDown={(event) => {
            // Keeps the focus, and so the caret, where it is.
            event.preventDefault()
          }}
          onClick={() => {
            choose(face)
          }}
        >
          {face}
        </button>
      ))}
    </div>
  )
  const group = FACES.find(({ key }) => key === groupKey)
  return (
    <section className="face-panel" aria-label={composerText('faces')} onKeyDown={onKeyDown}>
      <div className="face-head">
        {FACES.map(({ key }) => (
          <button
            key={key}
            type="button"
            className="face-tab"
            aria-pressed={found === null && key === groupKey}
            onPointerDown={(event) => {
              event.preventDefault()
            }}
            onClick={() => {
              setGroupKey(key)
              setQuery('')
            }}
          >
            {composerText(`faceGroups.${key}`)}
          </button>
        ))}
        <input
          type="search"
          className="input face-search"
          aria-label={composerText('findFace')}
          placeholder={composerText('findFace')}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
          }}
        />
      </div>
      <div className="face-body">
        {found ? (
          <>
            {grid(composerText('facesFound'), found)}
            {found.length === 0 && <p className="faint small">{composerText('noFace')}</p>}
          </>
        ) : (
          <>
            {recent.length > 0 && (
              <>
                <p className="face-heading">{composerText('recentFaces')}</p>
                {grid(composerText('recentFaces'), recent)}
              </>
            )}
            {group && grid(composerText(`faceGroups.${group.key}`), group.faces, group.key === 'text')}
          </>
        )}
      </div>
    </section>
  )
}

/** Moves the focus between the faces with the arrow keys; returns whether the key was one of them. */
function moveFocus(event: KeyboardEvent<HTMLElement>): boolean {
  const faces = [...event.currentTarget.querySelectorAll<HTMLElement>('.face')]
  const at = faces.findIndex((face) => face === document.activeElement)
  if (at < 0) {
    if (keyOf(event) !== 'ArrowDown' || faces.length === 0) return false
    faces[0]?.focus()
    return true
  }
  const focusedRect = faces[at]?.getBoundingClientRect()
  const beside = (step: 1 | -1) => faces[at + step]
  const inRow = (step: 1 | -1) => {
    const others = step === 1 ? faces.slice(at + 1) : faces.slice(0, at).reverse()
    return others.find((face) => {
      const { left, top } = face.getBoundingClientRect()
      return (
        focusedRect && top !== focusedRect.top && Math.abs(left - focusedRect.left) < focusedRect.width / 2
      )
    })
  }
  const steps = {
    ArrowRight: () => beside(1),
    ArrowLeft: () => beside(-1),
    ArrowDown: () => inRow(1),
    ArrowUp: () => inRow(-1) ?? event.currentTarget.querySelector<HTMLElement>('.face-search') ?? undefined,
  }
  const next = steps[keyOf(event) as keyof typeof steps]
  next?.()?.focus()
  return next !== undefined
}
