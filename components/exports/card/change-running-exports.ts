'use client'

import { pressDownload } from '#components/ui/browser/press-download.ts'
import { paths } from '#lib/address/paths.ts'
import type { RunningExport } from './running-export-schema.ts'
import { runningExports } from './running-exports.ts'

/** An export that is already listed stays as it is. */
export function addRunningExport(id: string, project: string): void {
  runningExports.set(list =>
    list.some(running => running.id === id)
      ? list
      : [...list, { id, project, delivered: false, notify: false }],
  )
}

/** Shows the progress again; the archive is handed over when it is ready once more. */
export function deliverAgain(id: string, project: string): void {
  addRunningExport(id, project)
  change(id, { delivered: false })
}

export function notifyWhenReady(id: string): void {
  change(id, { notify: true })
}

export function dismissExport(id: string): void {
  runningExports.set(list => list.filter(running => running.id !== id))
}

/** Hands the first archive to the browser once: a reload of the page does not download it again. */
export function deliverOnce(id: string): void {
  if (!runningExports.get().some(running => running.id === id && !running.delivered)) return
  change(id, { delivered: true })
  startDownload(id)
}

/** Whether somebody wished to be told of the end; true only once. */
export function takeWishToBeTold(id: string): boolean {
  if (!runningExports.get().some(running => running.id === id && running.notify)) return false
  change(id, { notify: false })
  return true
}

function change(id: string, changed: Partial<RunningExport>): void {
  runningExports.set(list => list.map(running => (running.id === id ? { ...running, ...changed } : running)))
}

/** One archive of an export; the desk says its name. */
export function startDownload(id: string, part = 1): void {
  pressDownload(paths.api.exportArchive(id, part))
}
