import 'server-only'
import { join, resolve } from 'node:path'
import type { Settings } from './settings-schema.ts'

/** Where deliveries may go beside servers, and where Microsoft's services are asked. */
export type DeliverySettings = {
  /** Absolute; a folder that is not one of them or below one is not written. */
  folders: string[]
  /** Where the operator's own programs lie; null: none may be run. */
  commandDir: string | null
  loginUrl: string
  graphUrl: string
}

/** `url` holds the name and password for the mail server. */
export type MailSettings = { url: string; from: string }

export function readDeliverySettings(
  settings: Settings,
  practice: boolean,
): { deliveries: DeliverySettings; mail: MailSettings | null } {
  const { DELIVERY_FOLDERS, DELIVERY_COMMAND_DIR, SMTP_URL, MAIL_FROM, DATA_DIR } = settings
  // Practice mode delivers too: nobody shall have to set something up to see it.
  const own = practice ? [join(/*turbopackIgnore: true*/ resolve(DATA_DIR), 'delivered')] : []
  return {
    deliveries: {
      folders: DELIVERY_FOLDERS?.split(':') ?? own,
      commandDir: DELIVERY_COMMAND_DIR ?? null,
      loginUrl: settings.DELIVERY_LOGIN_URL,
      graphUrl: settings.DELIVERY_GRAPH_URL,
    },
    mail: SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : null,
  }
}
