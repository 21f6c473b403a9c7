'use client'

import { createSessionValue } from '#components/ui/browser/session-value.ts'
import type { RunningExport } from './running-export-schema.ts'

/** The button "Download photos", to which the focus returns when a download card is dismissed. */
export const OPEN_BUTTON_ID = 'download-photos'

const loadSchema = async () => (await import('./running-export-schema.ts')).runningExportListSchema

/**
 * The downloads that this tab has begun and not dismissed; a reload finds them again. Every page looks for them at its
 * first paint; what changes them (`change-running-exports.ts`) comes later.
 */
export const runningExports = createSessionValue('exports', loadSchema, [])

export function useRunningExports(): RunningExport[] {
  return runningExports.use()
}
