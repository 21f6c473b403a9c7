import Link from 'next/link'
import { Badge } from '#components/ui/badge.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { AlertIcon, CheckCircleIcon } from '#components/ui/icons.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { paths } from '#lib/paths.ts'
import type { Connection } from '#lib/session/contract.ts'

/** In the bar: whether the desk has a key, and the way to the page about it. */
export async function ConnectionState({ connection }: { connection: Connection }) {
  const t = await getTranslations('app.connection')
  const state = connection.connected ? t('connected') : t('missing')
  return (
    <Link
      href={paths.connect()}
      aria-label={t('label', { state })}
      className={buttonClass({ variant: 'quiet', size: 'small' })}
    >
      <Badge
        tone={connection.connected ? 'positive' : 'warning'}
        mark={connection.connected ? <CheckCircleIcon /> : <AlertIcon />}
      >
        <span className="max-sm:sr-only">{state}</span>
      </Badge>
    </Link>
  )
}
