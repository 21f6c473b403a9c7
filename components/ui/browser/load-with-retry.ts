import type { ComponentType } from 'react'

/** Time between two checks whether the desk answers again. */
const CHECK_MS = 2_000

/**
 * Wraps the loading of code on first use. React remembers a failed load for the life of the page, and the component
 * crashes; so while the desk does not answer, loading waits until it does. The browser's online state is not enough:
 * a desk may run on the same computer, and a restart of the desk goes unnoticed.
 */
export function loadWithRetry<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return async () => {
    if (globalThis.navigator?.onLine === false) await untilDeskAnswers()
    return load().catch(async (error: unknown) => {
      if (!isLostCode(error)) throw error
      await untilDeskAnswers()
      return load()
    })
  }
}

/**
 * Wraps the code of a component that only decorates the page. If it is permanently missing, for example after an
 * upgrade, the page loses nothing else.
 */
export function ornament<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): () => Promise<{ default: ComponentType<Props> }> {
  const loadLate = loadWithRetry(load)
  return () =>
    loadLate().catch((error: unknown) => {
      if (!isLostCode(error)) throw error
      return { default: () => null }
    })
}

export function isLostCode(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError'
}

let untilThen: Promise<void> | null = null

/**
 * Resolves when the desk answers, except with an error of a proxy that cannot reach it. All callers share one poll.
 */
export function untilDeskAnswers(): Promise<void> {
  untilThen ??= pollDesk().finally(() => {
    untilThen = null
  })
  return untilThen
}

async function pollDesk(): Promise<void> {
  while (!(await answers())) await nextCheck()
}

/** Requests a file that the page has already loaded: no page is rendered for it, and the service is not called. */
async function answers(): Promise<boolean> {
  const { src = window.location.href } = [...document.scripts].find(script => script.src !== '') ?? {}
  const answer = await fetch(src, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer !== null && answer.status < 500
}

/**
 * Waits for the next check. The browser reports when a network is back, but not when the desk can be reached again.
 */
function nextCheck(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(check, CHECK_MS)
    window.addEventListener('online', check)
    function check() {
      clearTimeout(timer)
      window.removeEventListener('online', check)
      resolve()
    }
  })
}
