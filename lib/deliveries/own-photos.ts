import 'server-only'
import { z } from 'zod'
import type { OwnPhoto } from '#lib/deliveries/destinations/destination.ts'
import { DeskError } from '#lib/errors.ts'
import { decodePicture } from '#lib/photo-store/decode-picture.ts'
import { openSeal, seal } from '#lib/session/connection/seals.ts'
import { getOwnPhotoStore, type OwnPhotoDecision, type OwnPhotoKind } from '#lib/store/own-photo-store.ts'

const DAY_MS = 24 * 60 * 60_000
/** Days after which a preview is deleted: no decision is expected any more. */
const PREVIEW_DAYS = 30
/** Days after which a replaced photo is deleted, and is no longer put back. */
const REPLACED_DAYS = 365
/** Pixels of a preview, for comparing two faces on dense screens. */
const PREVIEW = { width: 160, height: 160 }

const PURPOSE = { purpose: 'own_photo' } as const
const contentSchema = z.object({ files: z.array(z.base64()) })

/**
 * Stores a preview of a person's own photo until a reviewer has decided about it. A photo that cannot be decoded has no
 * picture, and can still be decided on.
 */
export async function savePreview(deliveryId: string, employeeId: number, own: OwnPhoto): Promise<void> {
  const [file] = own.files
  const picture = file && (await toPreview(file))
  await save(deliveryId, employeeId, {
    own: { ...own, files: picture ? [picture] : [] },
    kind: 'preview',
    decision: 'keep',
  })
}

function toPreview(file: Buffer): Promise<Buffer | null> {
  const { width, height } = PREVIEW
  return decodePicture(file, {}, image =>
    image
      .autoOrient()
      .resize(width, height, { fit: 'cover', position: 'top' })
      .webp({ quality: 80 })
      .toBuffer(),
  ).catch(() => null)
}

/** Returns the preview (WebP) of a person's own photo. Throws `not_found` when there is none. */
export async function readPreview(deliveryId: string, employeeId: number): Promise<Buffer> {
  const [picture] = (await read(deliveryId, employeeId, 'preview'))?.files ?? []
  if (!picture) throw new DeskError('not_found')
  return picture
}

/** Keeps a photo that is about to be replaced. */
export async function keepReplaced(deliveryId: string, employeeId: number, own: OwnPhoto): Promise<void> {
  await save(deliveryId, employeeId, { own, kind: 'replaced', decision: null })
}

/** Returns the photo that ours has replaced; null when none was kept, or when no secret of the desk opens it. */
export function readReplaced(deliveryId: string, employeeId: number): Promise<OwnPhoto | null> {
  return read(deliveryId, employeeId, 'replaced')
}

export async function forgetReplaced(deliveryId: string, employeeId: number): Promise<void> {
  await getOwnPhotoStore().remove(deliveryId, employeeId, 'replaced')
}

/** True when a reviewer has decided that exactly this photo may be replaced. */
export async function mayReplace(deliveryId: string, employeeId: number, own: OwnPhoto): Promise<boolean> {
  const preview = await getOwnPhotoStore().find(deliveryId, employeeId, 'preview')
  return preview?.decision === 'replace' && preview.version === own.version
}

async function save(
  deliveryId: string,
  employeeId: number,
  { own, kind, decision }: { own: OwnPhoto; kind: OwnPhotoKind; decision: OwnPhotoDecision | null },
): Promise<void> {
  const content = { files: own.files.map(file => file.toString('base64')) }
  await getOwnPhotoStore().put(deliveryId, {
    ...{ employee_id: employeeId, kind, entry: own.entry, version: own.version, decision },
    ...{ seal: await seal(content, PURPOSE), created_at: new Date().toISOString() },
  })
}

async function read(deliveryId: string, employeeId: number, kind: OwnPhotoKind): Promise<OwnPhoto | null> {
  const row = await getOwnPhotoStore().find(deliveryId, employeeId, kind)
  const opened = row && (await openSeal(row.seal, contentSchema, PURPOSE))
  if (!opened || opened === 'unreadable') return null
  const files = opened.files.map(file => Buffer.from(file, 'base64'))
  return { entry: row.entry, version: row.version, files }
}

/** Deletes photos that have expired. */
export async function tidyOwnPhotos(now: number): Promise<void> {
  const before = (days: number) => new Date(now - days * DAY_MS).toISOString()
  await getOwnPhotoStore().tidy({ preview: before(PREVIEW_DAYS), replaced: before(REPLACED_DAYS) })
}
