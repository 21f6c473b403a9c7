import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { toMailTrouble } from '#lib/mail/mail-trouble.ts'
import { applySettings } from '#tests/support/desk-env.ts'

async function open(options: SMTPServerOptions) {
  const server = new SMTPServer(options)
  server.on('error', () => {})
  onTestFinished(() => void server.close())
  const listening = server.listen(0, '127.0.0.1')
  if (!listening.listening) await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return `127.0.0.1:${port}`
}

async function send(url: string): Promise<unknown> {
  applySettings({ SMTP_URL: url, MAIL_FROM: 'desk@example.com' })
  const { sendMail } = await import('#lib/mail/send-mail.ts')
  return sendMail({ to: ['hr@example.com'], subject: 'Test', lines: ['Test'] }).then(
    () => null,
    toMailTrouble,
  )
}

test('an unknown authority, a wrong password and a refused mail have different codes', async () => {
  const file = (name: string) => readFileSync(join(import.meta.dirname, '../../support/tls', name))
  const identity = { cert: file('issued.cert.pem'), key: file('issued.key.pem') }
  expect(await send(`smtp://${await open({ authOptional: true, ...identity })}`)).toBe('not_trusted')
  const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }
  const asking = await open({ ...plain, onAuth: (_auth, _session, done) => done(new Error('No.')) })
  expect(await send(`smtp://desk:wrong@${asking}`)).toBe('sign_in_refused')
  const refusing = await open({
    ...{ ...plain, authOptional: true },
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('No.'), { responseCode: 550 })),
  })
  expect(await send(`smtp://${refusing}`)).toBe('refused')
  expect(await send('smtp://127.0.0.1:9')).toBe('unreachable')
})
