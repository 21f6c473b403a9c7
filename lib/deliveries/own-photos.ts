import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { OwnPhoto } from '#lib/deliveries/destinations/destination.ts'
import { DeskError } from '#lib/errors.ts'
import { decodePicture } from '#lib/photo-store/decode-picture.ts'
import { openSeal, seal } from '#lib/session/connection/seals.ts'
import { getOwnPhotoStore, type OwnPhotoDecision, type OwnPhotoKind } from '#lib/store/own-photo-store.ts'

const DAY_MS = 24 * 60 * 60_000
/** Nobody decides about older previews. */
const PREVIEW_DAYS = 30
/** A photo that was replaced longer ago is not put back. */
const REPLACED_DAYS = 365
/** A face that is compared with another one, on dense screens. */
const PREVIEW = { width: 160, height: 160 }

const PURPOSE = { purpose: 'own_photo' } as const
const contentSchema = z.object({ files: z.array(z.base64()) })

/**
 * Stores a small picture of a person's own photo until somebody has decided about it. A photo that cannot be decoded has no picture,
 * and can be decided on all the same.
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

/** The small picture (WebP) of a person's own photo. Throws `not_found` when there is none. */
export async function readPreview(deliveryId: string, employeeId: number): Promise<Buffer> {
  const [picture] = (await read(deliveryId, employeeId, 'preview'))?.files ?? []
  if (!picture) throw new DeskError('not_found')
  return picture
}

/** Keeps a photo that is about to be replaced. */
export async function keepReplaced(deliveryId: string, employeeId: number, own: OwnPhoto): Promise<void> {
  await save(deliveryId, employeeId, { own, kind: 'replaced', decision: null })
}

/** The photo that ours has replaced; null when none was kept, or no secret of ours opens it. */
export function readReplaced(deliveryId: string, employeeId: number): Promise<OwnPhoto | null> {
  return read(deliveryId, employeeId, 'replaced')
}

export async function forgetReplaced(deliveryId: string, employeeId: number): Promise<void> {
  await getOwnPhotoStore().remove(deliveryId, employeeId, 'replaced')
}

/** True when somebody has decided that just this photo may be replaced. */
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
    ...{ id: randomUUID(), employee_id: employeeId, kind, entry: own.entry, version: own.version, decision },
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

/** Forgets photos whose time is over. */
export async function tidyOwnPhotos(now: number): Promise<void> {
  const before = (days: number) => new Date(now - days * DAY_MS).toISOString()
  await getOwnPhotoStore().tidy({ preview: before(PREVIEW_DAYS), replaced: before(REPLACED_DAYS) })
}
