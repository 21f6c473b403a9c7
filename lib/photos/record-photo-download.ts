import 'server-only'
import type { Actor } from '#lib/activity/contract.ts'
import { recordActivity } from '#lib/activity/record-activity.ts'
import { requireLastSeen, toPerson } from '#lib/employees/recorded-writes.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoQuery } from '#lib/portrait-api/input-contract.ts'

/** Writes down who takes whose photo, before a byte of it goes out. */
export async function recordPhotoDownload(
  client: PortraitClient,
  { actor, photo }: { actor: Actor; photo: PhotoQuery & { employeeId: number } },
): Promise<void> {
  const employee = await requireLastSeen(client, photo.employeeId)
  await recordActivity({
    actor,
    action: 'photo_downloaded',
    project: employee.project_id,
    employee: employee.id,
    details: { person: toPerson(employee), variant: photo.variant, size: photo.size },
  })
}
