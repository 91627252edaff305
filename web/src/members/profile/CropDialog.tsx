import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { keyOf } from '../../lib/keys'
import { commonText } from '../../lib/i18n'
import { forum } from '../../store'
import { Button, Dialog, Field, FormError, useForm } from '../../ui'
import { uploadAvatar } from '../../accounts'
import { CENTRE, type Crop, CROP_SIDE, cropped, drawCrop, moved, ZOOM_MAX } from './crop'
import { profileText } from './profile.texts'

/** A key press moves the picture by this part of the square. */
const STEP = 0.05
const STEPS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/**
 * Lets the member choose the square of a picture that becomes the avatar, with a preview in the sizes in which it is
 * shown.
 */
export function CropDialog({
  picture,
  onClose,
  onSaved,
}: {
  picture: ImageBitmap
  onClose: () => void
  onSaved: () => void
}) {
  const form = useForm<Crop>({
    initial: CENTRE,
    // A browser that lacks memory makes no picture; the server refuses the empty file.
    send: async (crop) => uploadAvatar(forum, (await cropped(picture, crop)) ?? new Blob()),
    onSent: onSaved,
    describe: ({ code, isUncertain }) => {
      if (code === 'PAYLOAD_TOO_LARGE') return profileText('avatarSize')
      return isUncertain ? profileText('avatarFailed') : undefined
    },
  })
  const crop = form.values
  return (
    <Dialog
      onClose={onClose}
      title={profileText('cropTitle')}
      note={profileText('cropNote')}
      footer={
        <>
          <Button onClick={onClose}>{commonText('cancel')}</Button>
          <Button tone="go" busy={form.isBusy} onClick={() => void form.submit()}>
            {profileText('useAvatar')}
          </Button>
        </>
      }
    >
      <FormError>{form.problem}</FormError>
      <div className="crop">
        <CropArea picture={picture} crop={crop} onChange={form.set} />
        <div className="crop-preview">
          <span className="field-label" aria-hidden>
            {profileText('preview')}
          </span>
          <Preview picture={picture} crop={crop} className="crop-large" />
          <Preview picture={picture} crop={crop} className="crop-small" />
        </div>
      </div>
      <Field label={profileText('zoom')}>
        {(control) => (
          <input
            {...control}
            type="range"
            className="crop-zoom"
            min={1}
            max={ZOOM_MAX}
            step={0.05}
            value={crop.zoom}
            onChange={(event) => form.set({ zoom: Number(event.target.value) })}
          />
        )}
      </Field>
    </Dialog>
  )
}

function CropArea({
  picture,
  crop,
  onChange,
}: {
  picture: ImageBitmap
  crop: Crop
  onChange: (crop: Crop) => void
}) {
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null)
  const move = (by: { x: number; y: number }) => {
    onChange(moved(picture, crop, by))
  }
  return (
    <div
      className="crop-area"
      role="group"
      aria-label={profileText('cropArea')}
      tabIndex={0}
      onKeyDown={(event: KeyboardEvent) => {
        const step = STEPS[keyOf(event)]
        if (!step) return
        event.preventDefault()
        move(step)
      }}
      onPointerDown={(event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, y: event.clientY })
      }}
      onPointerMove={(event: PointerEvent) => {
        if (!from) return
        const side = event.currentTarget.clientWidth
        // The picture follows the pointer, so the square moves the opposite way.
        move({ x: (from.x - event.clientX) / side, y: (from.y - event.clientY) / side })
        setFrom({ x: event.clientX, y: event.clientY })
      }}
      onPointerUp={() => setFrom(null)}
      onPointerCancel={() => setFrom(null)}
    >
      <Preview picture={picture} crop={crop} className="crop-canvas" />
    </div>
  )
}

function Preview({ picture, crop, className }: { picture: ImageBitmap; crop: Crop; className: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])
  return <canvas ref={canvas} className={className} width={CROP_SIDE} height={CROP_SIDE} aria-hidden />
}
