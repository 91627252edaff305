import { accentPair, contrast } from '@forum/shared/accent'
import { Field } from '../../ui'
import { identityText } from './identity.texts'

/** Colours that need no adjustment, by their names in `identityText`. */
const READY = [
  ['vermilion', '#a82a1e'],
  ['ochre', '#7c4a2a'],
  ['violet', '#6b3f8f'],
  ['azurite', '#1f4e86'],
  ['pine', '#1c6450'],
] as const

/** The grounds on which the accent is a text: the page's paper in both themes. */
const PAPER = { light: '#fbfaf6', dark: '#16171a' } as const
const THEMES = ['light', 'dark'] as const

export const isColour = (typed: string): boolean => /^#[0-9a-f]{6}$/i.test(typed.trim())

/** The accent: ready colours, any other, and the contrast of the colours derived from it. */
export function AccentField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (accent: string) => void
  error: string | undefined
}) {
  const typed = value.trim().toLowerCase()
  return (
    <div className="accent">
      <fieldset className="accent-ready">
        <legend className="field-label">{identityText('accent')}</legend>
        {READY.map(([name, colour]) => (
          <label key={name} className="accent-choice">
            <input
              type="radio"
              name="accent-ready"
              checked={typed === colour}
              onChange={() => {
                onChange(colour)
              }}
            />
            <span className="accent-swatch" style={{ backgroundColor: colour }} />
            {identityText(`colours.${name}`)}
          </label>
        ))}
      </fieldset>
      <div className="accent-own">
        <Field label={identityText('ownColour')} error={error}>
          {(control) => (
            <input
              {...control}
              name="accent"
              className="input num"
              value={value}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => {
                onChange(event.target.value)
              }}
            />
          )}
        </Field>
        <input
          type="color"
          aria-label={identityText('pickColour')}
          value={isColour(value) ? typed : '#000000'}
          onChange={(event) => {
            onChange(event.target.value)
          }}
        />
      </div>
      {isColour(value) && <Readability accent={typed} />}
    </div>
  )
}

/** The contrast of the pairs of text and ground derived from an accent, and whether it had to be adjusted. */
function Readability({ accent }: { accent: string }) {
  const pair = accentPair(accent)
  const round = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)
  return (
    <>
      <ul className="accent-pairs">
        {THEMES.flatMap((theme) => {
          const { accent: shade, on } = pair[theme]
          return [
            <li key={`${theme} on`}>
              <i style={{ color: on, backgroundColor: shade }} aria-hidden>
                {identityText('sample')}
              </i>
              {identityText(`onAccent.${theme}`, { shade, ratio: round(contrast(on, shade)) })}
            </li>,
            <li key={`${theme} paper`}>
              <i style={{ color: shade, backgroundColor: PAPER[theme] }} aria-hidden>
                {identityText('sample')}
              </i>
              {identityText(`onPaper.${theme}`, { shade, ratio: round(contrast(shade, PAPER[theme])) })}
            </li>,
          ]
        })}
      </ul>
      <p className="accent-adjusted" role="status">
        {pair.isAdjusted &&
          identityText('adjusted', {
            accent,
            ratio: round(contrast(accent, '#ffffff')),
            used: pair.light.accent,
          })}
      </p>
    </>
  )
}
