import 'server-only'
import { z } from 'zod'
import { DeskError } from '#lib/errors.ts'
import { openSeal, seal } from '#lib/session/connection/seals.ts'
import type { DeliveryRow } from '#lib/store/delivery-rows.ts'
import { type DestinationSecrets, destinationSecretsSchema } from './destinations/settings.ts'

/** Seals the credentials of a destination for the database. Returns null when there are none. */
export async function sealSecrets(secrets: DestinationSecrets): Promise<string | null> {
  if (Object.keys(secrets).length === 0) return null
  return seal(secrets, { purpose: 'delivery' })
}

/** Throws `secrets_unreadable` when `APP_SECRET` was replaced without `APP_SECRET_PREVIOUS`. */
export async function openSecrets({ secrets }: Pick<DeliveryRow, 'secrets'>): Promise<DestinationSecrets> {
  if (secrets === null) return {}
  const opened = await openSeal(secrets, z.unknown(), { purpose: 'delivery' })
  if (opened === null || opened === 'unreadable') throw new DeskError('secrets_unreadable')
  return destinationSecretsSchema.parse(opened)
}
