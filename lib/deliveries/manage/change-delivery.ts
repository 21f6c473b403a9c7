import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { recordChange } from '#lib/activity/record-activity.ts'
import { DELIVERY_ALTERATIONS } from '#lib/contracts/activity.ts'
import type { User } from '#lib/contracts/session.ts'
import { type DeliveryChange, scheduleSchema } from '#lib/deliveries/contract.ts'
import {
  type DestinationAccess,
  type DestinationSecrets,
  type DestinationSettings,
  destinationSettingsSchema,
} from '#lib/deliveries/destinations/settings.ts'
import { nextRun } from '#lib/deliveries/schedule.ts'
import { openSecrets, sealSecrets } from '#lib/deliveries/secrets.ts'
import { DeskError } from '#lib/errors.ts'
import { canManageDeliveries } from '#lib/session/permissions.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { requireNotEnded, toEntry } from './deliveries.ts'

/**
 * Changes a delivery. Throws `forbidden` for changes that editors may not make, and `invalid` for access fields that
 * the destination does not have. Throws `delivery_unread` when it is to be switched on before its first run was
 * confirmed.
 */
export async function changeDelivery(
  delivery: DeliveryRow,
  change: DeliveryChange,
  user: User,
): Promise<void> {
  requireNotEnded(delivery)
  const { is_on, secrets, access, ...rest } = change
  if (!canManageDeliveries(user) && ((secrets ?? access) !== undefined || Object.keys(rest).length > 0))
    throw new DeskError('forbidden')
  if (is_on && delivery.confirmed_at === null) throw new DeskError('delivery_unread')
  const isOn = is_on ?? delivery.is_on
  const schedule = rest.schedule ?? scheduleSchema.parse(delivery.schedule)
  const next = isOn ? nextRun(schedule, new Date(), getEnv().timeZone) : null
  const altered = DELIVERY_ALTERATIONS.filter(one => isAltered(one, { delivery, change }))
  if (altered.length === 0) return
  const reschedule = altered.some(one => one === 'on' || one === 'off' || one === 'schedule')
  const sealed = altered.includes('secrets')
    ? { secrets: await sealSecrets({ ...(await openOldSecrets(delivery)), ...secrets }) }
    : {}
  const entry = toEntry(user, delivery, 'delivery_changed')
  await recordChange({ ...entry, details: { ...entry.details, altered } }, async () => {
    const changes = {
      ...rest,
      ...sealed,
      ...(access && { destination: withAccess(delivery, access) }),
      is_on: isOn,
      ...(reschedule && { next_run_at: next?.toISOString() ?? null, failures: 0 }),
    }
    await getDeliveryStore().update(delivery.id, changes)
  })
}

/** Throws `invalid` for fields that a destination of this kind does not have. */
function withAccess({ destination }: DeliveryRow, access: DestinationAccess): DestinationSettings {
  const before = destinationSettingsSchema.parse(destination)
  const parsed = destinationSettingsSchema.safeParse({ ...before, ...access })
  if (!parsed.success) throw new DeskError('invalid')
  return parsed.data
}

/** Returns the stored secrets, or none if they can no longer be opened: then they are replaced as a whole. */
async function openOldSecrets(delivery: DeliveryRow): Promise<DestinationSecrets> {
  return openSecrets(delivery).catch((thrown: unknown) => {
    if (thrown instanceof DeskError && thrown.code === 'secrets_unreadable') return {}
    throw thrown
  })
}

function isAltered(
  alteration: (typeof DELIVERY_ALTERATIONS)[number],
  { delivery, change }: { delivery: DeliveryRow; change: DeliveryChange },
): boolean {
  const { is_on, secrets = {}, access = {}, name, removals_percent, puts_back, schedule } = change
  switch (alteration) {
    case 'on':
      return is_on === true && !delivery.is_on
    case 'off':
      return is_on === false && delivery.is_on
    case 'name':
      return name !== undefined && name !== delivery.name
    case 'schedule':
      return schedule !== undefined && !isDeepStrictEqual(schedule, delivery.schedule)
    case 'removals_percent':
      return removals_percent !== undefined && removals_percent !== delivery.removals_percent
    case 'puts_back':
      return puts_back !== undefined && puts_back !== delivery.puts_back
    case 'access':
      return !isDeepStrictEqual(withAccess(delivery, access), delivery.destination)
    case 'secrets':
      return Object.keys(secrets).length > 0
  }
}
