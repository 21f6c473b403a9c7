'use client'

import { paths } from '#lib/paths.ts'

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
