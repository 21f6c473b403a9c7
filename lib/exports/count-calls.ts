import 'server-only'
import type { PhotoRef } from '#lib/photo-store/photo-file.ts'
import { findPhoto } from '#lib/photo-store/photo-store.ts'
import type { PlannedPhoto } from './plan.ts'
import { renderingExtension, renderingKey } from './render/rendering.ts'

/** Folders looked into at once. */
const LOOKS_AT_ONCE = 64

/** How many photos the store lacks: each costs one call to the service. */
export async function countCalls(keyFingerprint: string, entries: PlannedPhoto[]): Promise<number> {
  let calls = 0
  for (let start = 0; start < entries.length; start += LOOKS_AT_ONCE) {
    const looks = entries.slice(start, start + LOOKS_AT_ONCE).map(entry => isStored(keyFingerprint, entry))
    calls += (await Promise.all(looks)).filter(stored => !stored).length
  }
  return calls
}

/** The photo itself is there, or everything that would be made of it. */
async function isStored(
  keyFingerprint: string,
  { employee, editedAt, source, renditions }: PlannedPhoto,
): Promise<boolean> {
  const ref: PhotoRef = { employeeId: employee.id, editedAt, ...source }
  if (await findPhoto(keyFingerprint, ref)) return true
  for (const { rendering } of renditions) {
    if (!rendering) return false
    const rendition = { key: renderingKey(rendering), extension: renderingExtension(rendering) }
    if (!(await findPhoto(keyFingerprint, { ...ref, rendition }))) return false
  }
  return true
}
