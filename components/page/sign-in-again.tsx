'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'

/**
 * Sign-in link next to an action that was refused because the session has ended. It opens another tab, so that
 * nothing is lost here.
 */
export function SignInAgain() {
  const t = useTranslations('app.sessionEnd')
  return (
    <a
      href={toAddress(paths.signIn(usePathname()))}
      target="_blank"
      rel="noopener"
      className="rounded-sm font-medium text-accent-text underline underline-offset-2"
    >
      {t('signIn')}
    </a>
  )
}
