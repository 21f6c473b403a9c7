'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import {
  type Account,
  type AccountChange,
  accountResponse,
  type Link,
  linkResponse,
} from '#lib/contracts/accounts.ts'
import { deskCommand, deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ErrorCode, toDeskError } from '#lib/errors.ts'

/**
 * A link that was just created, and its account. It is stored nowhere else, so it stays here until its dialog closes.
 */
export type GivenLink = { email: string; link: Link }

/**
 * Changes one account at a time, and reloads the list from the server, because another administrator may have changed
 * it too. `givesLinks`: accounts sign in with a password of the desk.
 */
export function useAccountActions({ givesLinks }: { givesLinks: boolean }) {
  const t = useTranslations('accounts.done')
  const router = useRouter()
  const [working, startWork] = useTransition()
  const [who, setWho] = useState<string>()
  const [problem, setProblem] = useState<ErrorCode>()
  const [link, showLink] = useState<GivenLink | null>(null)

  function run(account: Account, work: () => Promise<void>) {
    setWho(account.id)
    setProblem(undefined)
    startWork(async () => {
      try {
        await work()
      } catch (thrown) {
        setProblem(toDeskError(thrown).code)
      }
      startWork(() => router.refresh())
    })
  }

  function change(account: Account, body: AccountChange) {
    const { email } = account
    run(account, async () => {
      await deskRequest(paths.api.account(account.id), accountResponse, { method: 'PATCH', body })
      toast({
        title: t(body.role ? 'role' : body.status === 'disabled' ? 'disabled' : 'enabled', { email }),
        tone: 'positive',
      })
    })
  }

  function remove(account: Account) {
    run(account, async () => {
      await deskCommand(paths.api.account(account.id), { method: 'DELETE' })
      toast({ title: t('removed', { email: account.email }), tone: 'positive' })
      moveFocus('h1')
    })
  }

  function renewLink(account: Account) {
    run(account, async () => {
      const { data } = await deskRequest(paths.api.accountLink(account.id), linkResponse, { method: 'POST' })
      showLink({ email: account.email, link: data })
    })
  }

  /** The dialog shows the link; the list behind it shows its account. */
  function showInvited(given: GivenLink) {
    showLink(given)
    startWork(() => router.refresh())
  }

  return {
    givesLinks,
    busy: working ? who : undefined,
    problem,
    change,
    remove,
    renewLink,
    link,
    showLink: showInvited,
    hideLink: () => showLink(null),
  }
}

export type AccountActions = ReturnType<typeof useAccountActions>
