import { Alert } from '#components/ui/alert.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { getEnv } from '#lib/settings/env.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Says where a password is typed that the desk runs without TLS (`ALLOW_HTTP=1`). What never leaves a machine needs none. */
export async function PlainHttpNotice() {
  const { protocol, hostname } = new URL(getEnv().appUrl)
  if (protocol === 'https:' || LOOPBACK.has(hostname)) return null
  const t = await getTranslations('edge')
  return (
    <Alert tone="warning" title={t('plainHttp.title')}>
      {t('plainHttp.text')}
    </Alert>
  )
}
