'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { paths } from '#lib/address/paths.ts'
import { LinkForm } from './link-form.tsx'
import { useLinkToken } from './use-link-token.ts'

type LinkPanelProps = {
  kind: 'setup' | 'invitation'
  /** The desk knows already that no link of this kind works. */
  gone?: boolean
}

/** The form that a link leads to, or why the link is of no use and what is. */
export function LinkPanel({ kind, gone = false }: LinkPanelProps) {
  const t = useTranslations()
  const token = useLinkToken()
  const [refused, setRefused] = useState<string>()

  if (!gone && token === null) return <Skeleton shape="box" className="h-56" />
  if (!gone && token && token !== refused)
    return <LinkForm kind={kind} token={token} onGone={() => setRefused(token)} />
  const why = gone || token ? 'gone' : 'missing'
  return (
    <div className="grid gap-4">
      <Alert tone="warning" live title={t(`${kind}.${why}.title`)}>
        {t(`${kind}.${why}.text`)}
      </Alert>
      <Link href={paths.signIn()} className={buttonClass({ className: 'w-full' })}>
        {t('signIn.toSignIn')}
      </Link>
    </div>
  )
}
