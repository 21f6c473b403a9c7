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

const pendingDownloadSchema = z.object({
  id: z.string(),
  /** True when the browser downloads the archive automatically once it is ready. */
  download: z.boolean(),
  /** Number of the archive to download. */
  part: z.int().check(z.positive()),
  /** True when the browser should show a notification then. */
  notify: z.boolean(),
})

type PendingDownload = z.infer<typeof pendingDownloadSchema>

/** Downloads whose end this tab waits for; a reload still waits for them, another tab does not. */
const pendingDownloads = createSessionValue('awaited-exports', z.array(pendingDownloadSchema), [])

/**
 * Exports of which this tab has passed an archive to the browser: the desk records a download only after sending it
 * completely.
 */
const given = createStore<ReadonlySet<string>>(new Set())

export function useIsGiven(id: string): boolean {
  return given.use().has(id)
}

/** Downloads this archive once it is ready. */
export function awaitDownload(id: string, part = 1): void {
  put(id, { download: true, part })
}

export function notifyWhenReady(id: string): void {
  put(id, { notify: true })
}

export function useIsNotified(id: string): boolean {
  return pendingDownloads.use().some(other => other.id === id && other.notify)
}

/**
 * Fulfils once what was requested for the end of an export: downloads the archive and shows the notification. A
 * reload of the page does not download again.
 */
export function keepPromises(job: Export, words: string): void {
  if (!isFinished(job)) return
  const promise = pendingDownloads.get().find(({ id }) => id === job.id)
  if (!promise) return
  pendingDownloads.set(list => list.filter(({ id }) => id !== job.id))
  const ending = toEnding(job)
  const filled = ending === 'ready' && job.done > 0
  if (promise.download && filled && job.may_download) startDownload(job.id, promise.part)
  if (promise.notify && (filled || ending === 'failed')) notify(job.id, words)
}

/** Downloads one archive of an export; the desk sets its file name. */
export function startDownload(id: string, part = 1): void {
  given.set(new Set([...given.get(), id]))
  pressDownload(toAddress(paths.api.exportArchive(id, part)))
}

/** False in browsers without notifications. */
export function canNotify(): boolean {
  return 'Notification' in globalThis
}

/** Shows the browser's own notification. A click leads back to this tab. */
function notify(id: string, words: string): void {
  if (!canNotify() || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(words, { tag: `export-${id}` })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
  } catch {
    // Chrome on Android grants permission, but allows notifications only from service workers.
  }
}

function put(id: string, change: Partial<PendingDownload>): void {
  const fresh = { id, download: false, part: 1, notify: false }
  pendingDownloads.set(list => [
    ...list.filter(other => other.id !== id),
    { ...(list.find(other => other.id === id) ?? fresh), ...change },
  ])
}
