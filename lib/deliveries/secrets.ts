import 'server-only'
import { sealData } from 'iron-session'
import { z } from 'zod'
import { DeskError } from '#lib/errors.ts'
import { openSeal } from '#lib/session/connection/open-seal.ts'
import { getSealPasswords } from '#lib/session/secrets.ts'
import type { DeliveryRow } from '#lib/store/delivery-rows.ts'
import { type DestinationSecrets, destinationSecretsSchema } from './destinations/settings.ts'

/** They last until somebody replaces them. */
const FOR_EVER = 0

/** What the desk signs in with at a destination, as the database keeps it; null for nothing. */
export async function sealSecrets(secrets: DestinationSecrets): Promise<string | null> {
  if (Object.keys(secrets).length === 0) return null
  return sealData(secrets, { password: getSealPasswords('delivery').current, ttl: FOR_EVER })
}

/** Throws `secrets_unreadable` when `APP_SECRET` was replaced without `APP_SECRET_PREVIOUS`. */
export async function openSecrets({ secrets }: Pick<DeliveryRow, 'secrets'>): Promise<DestinationSecrets> {
  if (secrets === null) return {}
  const opened = await openSeal(secrets, z.unknown(), { purpose: 'delivery', ttl: FOR_EVER })
  if (opened === null || opened === 'unreadable') throw new DeskError('secrets_unreadable')
  return destinationSecretsSchema.parse(opened)
}
