import { Alert } from '#components/ui/alert.tsx'
import { getEnv } from '#lib/env.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'

/** Says where a password is typed that the desk runs without TLS (`ALLOW_HTTP=1`). Practice mode never leaves its machine. */
export async function PlainHttpNotice() {
  const { practice, appUrl } = getEnv()
  if (practice || appUrl.startsWith('https://')) return null
  const t = await getTranslations('edge')
  return (
    <Alert tone="warning" title={t('plainHttp.title')}>
      {t('plainHttp.text')}
    </Alert>
  )
}
