import 'server-only'
import { randomUUID } from 'node:crypto'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { sendMail } from '#lib/mail/send-mail.ts'
import { isStopping } from '#lib/process/stopping.ts'
import { listAdministrators } from '#lib/session/accounts/manage-accounts.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getDatabase } from '#lib/store/database.ts'
import { type DeliveryMailRow, getDeliveryMailStore } from '#lib/store/delivery-mail-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { writeMail } from './write-mail.ts'

const MINUTE_MS = 60_000
/** Pauses after a failed try; the last one is repeated. */
const PAUSES_MS = [1, 5, 15, 60, 6 * 60].map(minutes => minutes * MINUTE_MS)
const GIVE_UP_MS = 7 * 24 * 60 * MINUTE_MS
/** Interval (ms) of reminders about photos to be removed by hand. They end when a person confirms the removal. */
const REMIND_MS = 7 * 24 * 60 * MINUTE_MS

/** Returns a mail that is due at once; null when the operator has set no mail server. */
export function toMail(
  kind: DeliveryMailRow['kind'],
  { delivery_id, run_id, now = new Date() }: { delivery_id: string; run_id: string | null; now?: Date },
): DeliveryMailRow | null {
  if (!getEnv().mail) return null
  const at = now.toISOString()
  // Two desks that remind at the same time add one row.
  const id = run_id === null ? `${delivery_id} ${at.slice(0, 10)}` : randomUUID()
  const times = { next_try_at: at, created_at: at, sent_at: null }
  return { id, delivery_id, run_id, kind, tries: 0, ...times }
}

/** Queues a mail and sends it. */
export async function queueMail(mail: DeliveryMailRow | null): Promise<void> {
  if (!mail) return
  await getDatabase().transaction(within => getDeliveryMailStore().add(within, mail))
  await sendDueMails(new Date())
}

/** Sends all due mails. A mail that fails is tried again with growing pauses, for a week. Never throws. */
export async function sendDueMails(now: Date): Promise<void> {
  try {
    if (!getEnv().mail || isStopping()) return
    await addReminders(now)
    for (const mail of await getDeliveryMailStore().listDue(now.toISOString())) await trySending(mail, now)
  } catch (error) {
    log('error', 'mails_not_looked_at', { ...describeError(error) })
  }
}

async function trySending(mail: DeliveryMailRow, now: Date): Promise<void> {
  const store = getDeliveryMailStore()
  const pauseMs = PAUSES_MS[Math.min(mail.tries, PAUSES_MS.length - 1)] ?? MINUTE_MS
  // The claim keeps other desks from sending it until then, also when this one crashes.
  if (!(await store.claim(mail, new Date(now.getTime() + pauseMs).toISOString()))) return
  const told = { delivery: mail.delivery_id, kind: mail.kind }
  try {
    const to = await listAdministrators()
    const written = await writeMail(mail)
    if (written && to.length > 0) {
      await sendMail({ to, ...written })
      log('info', 'mail_sent', { ...told, to: to.length })
    }
    await store.close(mail.id, now.toISOString())
  } catch (error) {
    const isGivenUp = now.getTime() - Date.parse(mail.created_at) > GIVE_UP_MS
    if (isGivenUp) await store.close(mail.id, null)
    log('error', 'mail_not_sent', { ...told, tries: mail.tries + 1, isGivenUp, ...describeError(error) })
  }
}

async function addReminders(now: Date): Promise<void> {
  const store = getDeliveryMailStore()
  for (const { id } of await getDeliveryStore().list()) {
    const { by_hand } = await getDeliveryStore().countPlaces(id)
    if (by_hand === 0) continue
    const last = await store.lastOf(id)
    if (last !== null && now.getTime() - Date.parse(last) < REMIND_MS) continue
    const mail = toMail('reminder', { delivery_id: id, run_id: null, now })
    if (mail) await getDatabase().transaction(within => store.add(within, mail))
  }
}
