import { startTransition, useLayoutEffect, useState } from 'react'

/** Duration in milliseconds above which a step is followed by a smaller one. */
const LONG_MS = 40
/** Duration in milliseconds below which a step is followed by a larger one. */
const SHORT_MS = 20
/** Delay of the next step in a hidden tab, which draws no frames, in milliseconds. */
const NO_FRAME_MS = 100

interface Progress {
  content: unknown
  shown: number
  size: number
}

/**
 * Renders long content in several short tasks. Returns the share of `total` that may be rendered now, and Infinity once
 * everything may be. A frame is drawn between two steps, and the size of a step depends on the duration of the previous
 * one. When `content` changes, it starts again with the first step.
 */
export function useSteps(
  total: number,
  content: unknown,
  { first, step }: { first: number; step: number },
): number {
  const begin = (): Progress => ({ content, shown: total <= first ? Infinity : first, size: step })
  const [kept, setProgress] = useState(begin)
  const progress = Object.is(kept.content, content) ? kept : begin()
  if (progress !== kept) setProgress(progress)
  const { shown, size } = progress
  // Starts measuring before the frame that lays out the step, since layout is most of its cost.
  useLayoutEffect(() => {
    if (shown === Infinity) return undefined
    const started = performance.now()
    return afterFrame(() => {
      const took = performance.now() - started
      const next =
        took < SHORT_MS ? Math.min(size * 2, step * 2) : took > LONG_MS ? Math.max(size / 2, step / 2) : size
      startTransition(() => {
        setProgress({ content, shown: shown + next >= total ? Infinity : shown + next, size: next })
      })
    })
  }, [shown, size, total, content, step])
  return shown
}

/** Runs `work` in a task after the next frame. Returns a cancel function. */
function afterFrame(work: () => void): () => void {
  let timer = setTimeout(run, NO_FRAME_MS)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(run)
  })
  function run() {
    cancelAnimationFrame(frame)
    work()
  }
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}
