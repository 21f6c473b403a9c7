'use client'

import { z } from 'zod/mini'
import { createSessionValue } from '#components/page/session-value.ts'
import { pressDownload } from '#components/ui/browser/press-download.ts'
import { createStore } from '#components/ui/browser/store.ts'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import type { Export } from '#lib/exports/contract.ts'
import { toEnding } from '#lib/exports/ending.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'

const awaitedSchema = z.object({
  id: z.string(),
  /** Whether the browser gets the archive by itself when it is ready. */
  download: z.boolean(),
  /** Which of its archives that is. */
  part: z.int().check(z.positive()),
  /** Whether the browser should notify then. */
  notify: z.boolean(),
})

type Awaited = z.infer<typeof awaitedSchema>

/** The downloads whose end this tab waits for; a reload still waits for them, another tab does not. */
const awaited = createSessionValue('awaited-exports', z.array(awaitedSchema), [])

/** Those of which this tab has handed over an archive: the desk knows of it only when all of it has gone out. */
const given = createStore<ReadonlySet<string>>(new Set())

export function useIsGiven(id: string): boolean {
  return given.use().has(id)
}

/** This archive is handed to the browser when it is ready. */
export function awaitDownload(id: string, part = 1): void {
  put(id, { download: true, part })
}

export function notifyWhenReady(id: string): void {
  put(id, { notify: true })
}

export function useIsNotified(id: string): boolean {
  return awaited.use().some(other => other.id === id && other.notify)
}

/**
 * What was promised for the end of an export, once: the archive that was asked for goes to the browser, and who asked for it is told.
 * A reload of the page downloads nothing again.
 */
export function keepPromises(job: Export, words: string): void {
  if (!isFinished(job)) return
  const promise = awaited.get().find(({ id }) => id === job.id)
  if (!promise) return
  awaited.set(list => list.filter(({ id }) => id !== job.id))
  const ending = toEnding(job)
  const filled = ending === 'ready' && job.done > 0
  if (promise.download && filled && job.may_download) startDownload(job.id, promise.part)
  if (promise.notify && (filled || ending === 'failed')) notify(job.id, words)
}

/** One archive of an export; the desk says its name. */
export function startDownload(id: string, part = 1): void {
  given.set(new Set([...given.get(), id]))
  pressDownload(toAddress(paths.api.exportArchive(id, part)))
}

/** Some browsers have no notifications at all. */
export function canNotify(): boolean {
  return 'Notification' in globalThis
}

/** The browser's own notification. A click leads back to this tab. */
function notify(id: string, words: string): void {
  if (!canNotify() || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(words, { tag: `export-${id}` })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
  } catch {
    // Chrome on Android gives permission, and then notifications to service workers alone.
  }
}

function put(id: string, change: Partial<Awaited>): void {
  const fresh = { id, download: false, part: 1, notify: false }
  awaited.set(list => [
    ...list.filter(other => other.id !== id),
    { ...(list.find(other => other.id === id) ?? fresh), ...change },
  ])
}
