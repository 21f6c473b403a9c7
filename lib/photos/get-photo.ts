import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { findImageSize } from '#lib/photo-store/image-sizes.ts'
import type { StoredPhoto } from '#lib/photo-store/photo-file.ts'
import { type PhotoSize, unlistedSize } from '#lib/photo-store/photo-size.ts'
import { forgetPhotos } from '#lib/photo-store/photo-store.ts'
import { fetchVerifiedPhoto } from '#lib/photo-store/verify-photo.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoQuery } from '#lib/portrait-api/input-contract.ts'
import { isUnapproved } from '#lib/portrait-api/portrait-status.ts'
import { getPhotoVersion } from './photo-access.ts'
import { despiteChange } from './removed-meanwhile.ts'

/** A photo, and its size at the time of the request. */
type SizedPhoto = StoredPhoto & { size: PhotoSize }

/**
 * Returns the current version of a photo, from the store or the service. When there is none, throws the service's
 * reason (`not_available`, `not_approved`, `unknown_size`), and deletes stored photos of an employee without approval.
 * An unlisted size is requested from the service each time: it refuses the size, or has just added it.
 */
export function getPhoto(
  client: PortraitClient,
  { employeeId, ...query }: PhotoQuery & { employeeId: number },
  options: CallOptions,
): Promise<SizedPhoto> {
  async function getVersion(editedAt: string): Promise<SizedPhoto> {
    const listed = await findImageSize(client, query.size, options)
    const size = listed === undefined ? unlistedSize(query.size ?? 0) : listed
    const ref = { employeeId, editedAt, variant: query.variant, size }
    const stored = await fetchVerifiedPhoto(client, ref, { ...options, fresh: listed === undefined })
    return { ...stored, size }
  }

  return despiteChange(async () => {
    const editedAt = await getPhotoVersion(client, { employeeId, variant: query.variant }, options)
    if (editedAt) return getVersion(editedAt)
    const seen = client.recent.lastSeen(employeeId)
    if (seen && isUnapproved(seen)) await forgetPhotos([employeeId])
    const { body } = await client.downloadPhoto(employeeId, query, options)
    await body.cancel()
    // The service offers the photo now, so the cached record was outdated.
    const now = await getPhotoVersion(
      client,
      { employeeId, variant: query.variant },
      { ...options, fresh: true },
    )
    if (!now) throw new DeskError('not_available')
    return getVersion(now)
  })
}
