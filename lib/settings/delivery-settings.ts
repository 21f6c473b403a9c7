import 'server-only'
import { join, resolve } from 'node:path'
import type { Settings } from './settings-schema.ts'

/** Destinations of deliveries besides servers, and the addresses of Microsoft's services. */
export type DeliverySettings = {
  /** Absolute paths; the desk writes only to these folders and below them. */
  folders: string[]
  /** Folder of the operator's own programs; null: none may be run. */
  commandDir: string | null
  loginUrl: string
  graphUrl: string
}

/** `url` contains the name and password for the mail server. */
export type MailSettings = { url: string; from: string }

export function readDeliverySettings(
  settings: Settings,
  practice: boolean,
): { deliveries: DeliverySettings; mail: MailSettings | null } {
  const { DELIVERY_FOLDERS, DELIVERY_COMMAND_DIR, SMTP_URL, MAIL_FROM, DATA_DIR } = settings
  // Practice mode delivers too, so that users can try it without any setup.
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
