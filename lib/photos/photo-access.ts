import 'server-only'
import { forgetOn404, handleWithdrawnApprovals } from '#lib/employees/departures.ts'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { isSameVersion } from '#lib/portrait-api/photo-version.ts'
import { toVersion, whyHeldBack } from '#lib/portrait-api/portrait-status.ts'
import { SEEN_MS } from '#lib/portrait-api/recent-records.ts'

/**
 * Returns the version (`edited_at`) of an employee's photo that this key may have now, or null when the photo is not
 * finished or not approved. Costs no call when the employee was listed recently. Throws the service's error, or why the
 * photo is held back. See docs/decisions/013-who-may-see-a-photo.md.
 */
export async function getPhotoVersion(
  client: PortraitClient,
  { employeeId, variant }: { employeeId: number; variant: PhotoVariant },
  options: CallOptions,
): Promise<string | null> {
  const seen = options.fresh ? null : client.recent.lastSeen(employeeId, SEEN_MS)
  const employee =
    seen ?? (await forgetOn404(client, employeeId, () => client.getEmployee(employeeId, options)))
  if (!seen) await handleWithdrawnApprovals(client, [employee])
  const heldBack = whyHeldBack(employee)
  if (heldBack) throw new DeskError(heldBack)
  return toVersion(employee, variant)
}

/** Throws `not_available` for a version that is no longer current. Costs no call for a recently seen record. */
export async function requirePhotoVersion(
  client: PortraitClient,
  { editedAt, ...photo }: { employeeId: number; editedAt: string; variant: PhotoVariant },
  options: CallOptions,
): Promise<void> {
  if (isSameVersion(await getPhotoVersion(client, photo, options), editedAt)) return
  const now = await getPhotoVersion(client, photo, { ...options, fresh: true })
  if (isSameVersion(now, editedAt)) return
  throw new DeskError('not_available')
}
