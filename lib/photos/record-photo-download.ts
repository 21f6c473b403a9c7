import 'server-only'
import { recordActivity } from '#lib/activity/record-activity.ts'
import type { Actor } from '#lib/contracts/activity.ts'
import { requireLastSeen, toPerson } from '#lib/employees/recorded-writes.ts'
import type { PhotoSize, Pixels } from '#lib/photo-store/photo-size.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'

type TakenPhoto = { employeeId: number; variant: PhotoVariant; size: PhotoSize; pixels: Pixels | null }

/** Records who downloads which photo, before its first byte is sent. */
export async function recordPhotoDownload(
  client: PortraitClient,
  { actor, photo }: { actor: Actor; photo: TakenPhoto },
): Promise<void> {
  const employee = await requireLastSeen(client, photo.employeeId)
  await recordActivity({
    actor,
    action: 'photo_downloaded',
    project: employee.project_id,
    employee: employee.id,
    // The size contains the real pixels, because the log is read years later.
    details: {
      person: toPerson(employee),
      variant: photo.variant,
      size: photo.size && { ...photo.size, ...photo.pixels },
    },
  })
}
