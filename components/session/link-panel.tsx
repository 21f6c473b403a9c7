'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { createStore } from '#components/ui/browser/store.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { paths } from '#lib/address/paths.ts'
import { invitedAccountResponse } from '#lib/contracts/accounts.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'
import { LinkForm } from './link-form.tsx'

type LinkPanelProps = {
  kind: 'setup' | 'invitation'
  /** The desk knows already that no link of this kind works. */
  gone?: boolean
}

/** The form of a link, or the reason why the link is useless and the alternative. */
export function LinkPanel({ kind, gone = false }: LinkPanelProps) {
  const t = useTranslations()
  const token = linkToken.use()
  const [refused, setRefused] = useState<string>()
  const [invited, setInvited] = useState<{ token: string; email?: string }>()
  const asks = kind === 'invitation' && !gone && token ? token : null

  // Checked first, so that no user chooses a password for an expired link or another user's account.
  useEffect(() => {
    if (asks === null) return
    const cancellation = new AbortController()
    const { signal } = cancellation
    const request = { method: 'POST' as const, body: { token: asks }, signal }
    deskRequest(paths.api.invitedAccount(), invitedAccountResponse, request).then(
      ({ data }) => setInvited({ token: asks, email: data.email }),
      (thrown: unknown) => {
        if (signal.aborted) return
        if (toDeskError(thrown).code === 'token_invalid') setRefused(asks)
        // Other errors are shown when the password is sent.
        else setInvited({ token: asks })
      },
    )
    return () => cancellation.abort()
  }, [asks])

  const isUnknown = token === null || (asks !== null && asks !== refused && asks !== invited?.token)
  if (!gone && isUnknown) return <Skeleton shape="box" className="h-56" />
  if (!gone && token && token !== refused)
    return <LinkForm kind={kind} token={token} account={invited?.email} onGone={() => setRefused(token)} />
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

/**
 * Token of the link that opened this page: null until the page's scripts run, empty without a token. It is in the
 * URL's hash and is removed from the address at once, so that neither an onlooker nor the history gets it. The
 * removal is slightly delayed: Next.js must first listen for changes of the address.
 */
const linkToken = createStore<string | null>(null, () => {
  queueMicrotask(takeToken)
  window.addEventListener('hashchange', takeToken)
  return () => window.removeEventListener('hashchange', takeToken)
})

function takeToken(): void {
  const found = window.location.hash.slice(1)
  if (found !== '') window.history.replaceState(null, '', window.location.pathname)
  if (found !== '' || linkToken.get() === null) linkToken.set(found)
}
