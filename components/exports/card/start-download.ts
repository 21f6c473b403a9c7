'use client'

import { pressDownload } from '#components/ui/browser/press-download.ts'
import { paths } from '#lib/address/paths.ts'

/** One archive of an export; the desk says its name. */
export function startDownload(id: string, part = 1): void {
  pressDownload(paths.api.exportArchive(id, part))
}
