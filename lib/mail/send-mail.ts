import 'server-only'
import { createTransport } from 'nodemailer'
import { getEnv } from '#lib/settings/env.ts'

/** Timeout (ms) of each step with the mail server. */
const PATIENCE_MS = 20_000

export type Mail = { to: string[]; subject: string; lines: string[] }

/** Sends one mail through the operator's mail server. Throws what the server or the connection answered. */
export async function sendMail({ to, subject, lines }: Mail): Promise<void> {
  const { mail, appName } = getEnv()
  if (!mail) throw new Error('No mail server is set.')
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  try {
    await transport.sendMail({
      from: { name: appName, address: mail.from },
      to,
      subject,
      text: lines.join('\n\n'),
    })
  } finally {
    transport.close()
  }
}
