import type { ComponentType } from 'react'

/** How long between two looks whether the desk answers again. */
const LOOK_MS = 2_000

/**
 * For code that comes with its first use. React keeps what could not be loaded as a failure for as long as the page lives, and
 * what needs it crashes: while the desk does not answer it is asked for when it does. A browser that knows of no network may
 * still reach a desk on its own computer, and of a desk that is started anew it knows nothing.
 */
export function whenOnline<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return async () => {
    if (globalThis.navigator?.onLine === false) await untilDeskAnswers()
    return load().catch(async (error: unknown) => {
      if (!isLostCode(error)) throw error
      await untilDeskAnswers()
      return load()
    })
  }
}

/** The code of a component that only adorns the page: what is gone for good, as after an upgrade, costs the page nothing but that. */
export function ornament<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props> = () => null,
): () => Promise<{ default: ComponentType<Props> }> {
  const loadLate = whenOnline(load)
  return () =>
    loadLate().catch((error: unknown) => {
      if (!isLostCode(error)) throw error
      return { default: instead }
    })
}

export function isLostCode(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError'
}

let untilThen: Promise<void> | null = null

/** Resolves when the desk answers anything but that something before it cannot reach it. Whoever waits looks together. */
export function untilDeskAnswers(): Promise<void> {
  untilThen ??= lookForDesk().finally(() => {
    untilThen = null
  })
  return untilThen
}

async function lookForDesk(): Promise<void> {
  while (!(await answers())) await looking()
}

/** Asks for a file that the page has already: no page is drawn for it, and the service is not asked for anything. */
async function answers(): Promise<boolean> {
  const { src = window.location.href } = [...document.scripts].find(script => script.src !== '') ?? {}
  const answer = await fetch(src, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer !== null && answer.status < 500
}

/** The browser says when a network is back; it does not notice when the way to the desk is back. */
function looking(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(look, LOOK_MS)
    window.addEventListener('online', look)
    function look() {
      clearTimeout(timer)
      window.removeEventListener('online', look)
      resolve()
    }
  })
}
