import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions, PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoQuery } from '#lib/portrait-api/input-contract.ts'
import { getPhotoVersion } from './photo-access.ts'
import type { StoredPhoto } from './photo-file.ts'
import { forgetPhotos } from './photo-store.ts'
import { despiteRemoval } from './removed-meanwhile.ts'
import { fetchVerifiedPhoto } from './verify-photo.ts'

/**
 * One photo in its current version, from the store or the service. When there is none, the service itself says why
 * (`not_available`, `not_approved`, `unknown_size`), and what the store still held of the person goes.
 */
export function getPhoto(
  client: PortraitClient,
  { employeeId, ...query }: PhotoQuery & { employeeId: number },
  options: CallOptions,
): Promise<StoredPhoto> {
  return despiteRemoval(async () => {
    const editedAt = await getPhotoVersion(client, { employeeId, variant: query.variant }, options)
    if (editedAt) return fetchVerifiedPhoto(client, { employeeId, editedAt, ...query }, options)
    await forgetPhotos([employeeId])
    const { body } = await client.downloadPhoto(employeeId, query, options)
    await body.cancel()
    // The service offers it now: what we had been told is out of date.
    const now = await getPhotoVersion(
      client,
      { employeeId, variant: query.variant },
      { ...options, fresh: true },
    )
    if (!now) throw new DeskError('not_available')
    return fetchVerifiedPhoto(client, { employeeId, editedAt: now, ...query }, options)
  })
}
