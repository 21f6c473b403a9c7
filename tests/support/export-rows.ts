import type { EntryRow, ExportPart, ExportRow } from '#lib/store/export-rows.ts'
import { readyEmployee } from './people.ts'

/** A quota that no test reaches. */
export const NO_QUOTA = { running: 1000, kept: 1000 }

/** An export of project 7 that Anna has just started. */
export function exportRowOf(changes: Partial<ExportRow> = {}): ExportRow {
  return {
    id: crypto.randomUUID(),
    owner_id: 'anna',
    owner_email: 'anna@example.com',
    project_id: 7,
    project: { projektnummer: '2026-0007', name: 'München' },
    key_fingerprint: 'f'.repeat(32),
    request: {
      project_id: 7,
      scope: { kind: 'approved' },
      target: 'number',
      variant: 'standard',
      size: null,
      naming: {
        template: '{mitarbeiternummer}',
        transliterate: false,
        letter_case: 'keep',
        pad: 0,
        folder: 'none',
      },
      locale: 'de',
    },
    size: null,
    file_stem: 'portraits-2026-0007-2026-11-21',
    state: 'preparing',
    pause_reason: null,
    error: null,
    total: null,
    done: 0,
    failed: 0,
    bytes: 0,
    problems: [],
    waiting: [],
    parts: [],
    created_at: '2026-11-21T10:00:00.000Z',
    ended_at: null,
    cancelled_by: null,
    downloaded_at: null,
    renewed_at: null,
    ...changes,
  }
}

/** An archive of `bytes` bytes that was not downloaded yet. */
export function partOf(changes: Partial<ExportPart> = {}): ExportPart {
  return { file_name: 'a.zip', photos: 1, bytes: 100, report: false, etag: '"a"', sent: [], ...changes }
}

export function entryRowOf(position: number, changes: Partial<EntryRow> = {}): EntryRow {
  const employee = readyEmployee({ id: position + 1 })
  return {
    position,
    employee_id: employee.id,
    employee,
    edited_at: employee.photo.edited_at ?? '',
    variant: 'standard',
    size: null,
    pixels: null,
    rendering: null,
    file_name: `${employee.mitarbeiternummer}.jpg`,
    part: 1,
    state: 'waiting',
    problem: null,
    bytes: null,
    crc32: null,
    sha256: null,
    given_edited_at: null,
    given_file_name: null,
    ...changes,
  }
}
