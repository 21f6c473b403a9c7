/**
 * Runs this when the next frame has been painted: what a key has changed is seen before the work that it sets off begins. A
 * timer of no time would run before the frame. Returns how it is called off.
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
