/**
 * Runs the function after the next frame is painted: the user sees the effect of a key before the work starts. A
 * `setTimeout` of 0 would run before the frame. Returns a function that cancels it.
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
