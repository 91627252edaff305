import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { keyOf } from '../../lib/keys'
import { useTheme } from '../../state/theme'
import { type Line, ticksOf } from './metrics'

const HEIGHT = 150
const TICKS = 5
/** The steps of the scale for counts, which are whole numbers. */
const WHOLE = [1, 2, 5]
  .flatMap((n) => Array.from({ length: 8 }, (_, power) => n * 10 ** power))
  .toSorted((a, b) => a - b)
const DASH = [4, 3]

const paths = UPlot.paths.bars?.({ size: [0.7, 24] })
const BARS = paths ? { paths } : {}

/** A line of a plot, or its bars. */
export interface PlotLine {
  values: Line
  look: 'line' | 'part' | 'before' | 'bars'
}

const COLOUR = { line: '--ink', part: '--ink-faint', before: '--ink-faint', bars: '--ink-soft' } as const

/**
 * A chart in ink, with a mark at one of its places. It is a slider for the keyboard and for screen readers, which hear
 * the values at the mark; a pointer moves it too.
 */
export function Plot({
  label,
  lines,
  places,
  isWhole,
  at,
  valueText,
  onMove,
}: {
  label: string
  lines: readonly PlotLine[]
  /** The label below each place, such as its date. */
  places: readonly string[]
  /** True if the values are whole numbers. */
  isWhole: boolean
  /** The place of the mark; null for none. */
  at: number | null
  /** The text for screen readers at the mark, or at the last place. */
  valueText: string
  onMove: (at: number) => void
}) {
  const host = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLSpanElement>(null)
  const plot = useRef<UPlot>(undefined)
  const theme = useTheme()
  const last = places.length - 1

  const placeMark = useEffectEvent(() => {
    const drawn = plot.current
    if (!mark.current || !drawn || at === null || at > last) return
    const { offsetLeft, offsetTop, offsetHeight } = drawn.over
    Object.assign(mark.current.style, {
      left: `${drawn.valToPos(at, 'x') + offsetLeft}px`,
      top: `${offsetTop}px`,
      height: `${offsetHeight}px`,
    })
  })

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const drawn = new UPlot(optionsOf(element, lines, places, isWhole), dataOf(lines, places), element)
    plot.current = drawn
    placeMark()
    const resized = new ResizeObserver(() => {
      drawn.setSize({ width: element.clientWidth, height: HEIGHT })
      placeMark()
    })
    resized.observe(element)
    return () => {
      resized.disconnect()
      drawn.destroy()
      plot.current = undefined
    }
  }, [lines, places, isWhole])

  useEffect(() => {
    placeMark()
  }, [at])

  // The colours are looked up as it is drawn.
  useEffect(() => {
    plot.current?.redraw(false)
    const system = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => plot.current?.redraw(false)
    system.addEventListener('change', redraw)
    return () => {
      system.removeEventListener('change', redraw)
    }
  }, [theme])

  const onPointer = ({ clientX }: PointerEvent) => {
    const drawn = plot.current
    if (!drawn) return
    const next = drawn.posToIdx(clientX - drawn.over.getBoundingClientRect().left)
    onMove(Math.min(last, Math.max(0, next)))
  }
  const onKey = (event: KeyboardEvent) => {
    const to = placeAfter(keyOf(event), at ?? last, last)
    if (to === null) return
    event.preventDefault()
    onMove(to)
  }
  return (
    <div
      className="plot"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, at ?? last)}
      aria-valuetext={valueText}
      onKeyDown={onKey}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      <div ref={host} className="plot-canvas" aria-hidden />
      <span ref={mark} className="plot-mark" hidden={at === null} />
    </div>
  )
}

/** Returns the place to which a key moves the mark; null for other keys. */
function placeAfter(key: string, at: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -7,
    PageUp: 7,
  }
  const to = key === 'Home' ? 0 : key === 'End' ? last : at + (steps[key] ?? NaN)
  return Number.isNaN(to) ? null : Math.min(last, Math.max(0, to))
}

const dataOf = (lines: readonly PlotLine[], places: readonly string[]): UPlot.AlignedData => [
  places.map((_, index) => index),
  ...lines.map(({ values }) => [...values]),
]

function optionsOf(
  element: HTMLElement,
  lines: readonly PlotLine[],
  places: readonly string[],
  isWhole: boolean,
): UPlot.Options {
  const colour = (name: string) => () => colourOf(element, name)
  const { fontSize, fontFamily } = getComputedStyle(element)
  const text = { font: `${fontSize} ${fontFamily}`, stroke: colour('--ink-soft'), ticks: { show: false } }
  const hasBars = lines.some(({ look }) => look === 'bars')
  return {
    width: element.clientWidth,
    height: HEIGHT,
    // The mark is an element of its own, which the keyboard moves too.
    cursor: { show: false },
    legend: { show: false },
    padding: [8, 24, 0, 0],
    scales: {
      // Bars stand half beyond the first and the last place.
      x: {
        time: false,
        range: (_, low, high) => (hasBars ? [low - 0.6, high + 0.6] : [low, Math.max(high, low + 1)]),
      },
      y: { range: (_, _low, high) => [0, Math.max(1, high * 1.08)] },
    },
    axes: [
      {
        ...text,
        size: 26,
        grid: { show: false },
        splits: () => ticksOf(places.length, TICKS),
        values: (_, splits) => splits.map((index) => places[index] ?? ''),
      },
      {
        ...text,
        size: 46,
        space: 28,
        ...(isWhole ? { incrs: WHOLE } : {}),
        grid: { stroke: colour('--line'), width: 1 },
      },
    ],
    series: [
      {},
      ...lines.map(({ look }): UPlot.Series => ({
        stroke: colour(COLOUR[look]),
        width: look === 'line' ? 1.5 : 1,
        points: { show: false },
        spanGaps: false,
        ...(look === 'before' ? { dash: DASH } : {}),
        ...(look === 'bars' ? { ...BARS, fill: colour('--line-strong') } : {}),
      })),
    ],
  }
}

/** Returns a colour of the theme as the canvas takes it. */
function colourOf(element: HTMLElement, name: string): string {
  element.style.setProperty('outline-color', `var(${name})`)
  return getComputedStyle(element).outlineColor
}
