'use client'

import { createSessionValue } from '#components/shell/session-value.ts'
import { paths } from '#lib/paths.ts'
import type { RunningExport } from './running-export-schema.ts'

const loadSchema = async () => (await import('./running-export-schema.ts')).runningExportListSchema

/** The downloads that this tab has begun and not dismissed; a reload finds them again. */
const runningExports = createSessionValue('exports', loadSchema, [])

export function useRunningExports(): RunningExport[] {
  return runningExports.use()
}

/** An export that is there already stays as it is. */
export function addRunningExport(id: string, project: string): void {
  runningExports.set(list =>
    list.some(running => running.id === id)
      ? list
      : [...list, { id, project, delivered: false, notify: false }],
  )
}

export function notifyWhenReady(id: string): void {
  runningExports.set(list =>
    list.map(running => (running.id === id ? { ...running, notify: true } : running)),
  )
}

export function dismissExport(id: string): void {
  runningExports.set(list => list.filter(running => running.id !== id))
}

/**
 * Hands the first archive to the browser, once: a reload of the page does not download it again. Returns what was
 * known of it, or null when nothing was to be done.
 */
export function deliverOnce(id: string): RunningExport | null {
  const found = runningExports.get().find(running => running.id === id && !running.delivered)
  if (!found) return null
  runningExports.set(list =>
    list.map(running => (running.id === id ? { ...running, delivered: true } : running)),
  )
  startDownload(id)
  return found
}

/** The browser's own download: it streams to disk, shows its own progress, and never replaces the page. */
export function startDownload(id: string, part = 1): void {
  const link = document.createElement('a')
  link.href = paths.api.exportArchive(id, part)
  link.download = ''
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
