'use client'

import { useEffect } from 'react'
import { forgetStored, toStoredName } from '#components/page/stored.ts'
import { OTHER_ACCOUNT_EVENT, setPageAccount } from '#lib/http/desk-request.ts'

/**
 * Whose page this is, and whose tab. When somebody else signs in, in this tab or another one, the page comes anew as theirs, and nothing
 * of whoever was here before is left in it.
 */
export function PageAccount({ id }: { id: string }) {
  useEffect(() => {
    setPageAccount(id)
    const stored = toStoredName('account')
    const before = sessionStorage.getItem(stored)
    if (before !== null && before !== id) loadAnew()
    sessionStorage.setItem(stored, id)
    window.addEventListener(OTHER_ACCOUNT_EVENT, loadAnew)
    return () => window.removeEventListener(OTHER_ACCOUNT_EVENT, loadAnew)
  }, [id])
  return null
}

/** What was typed here is not for who is here now: they are not asked whether it may go. */
function loadAnew(): void {
  forgetStored()
  window.addEventListener('beforeunload', event => event.stopImmediatePropagation(), { capture: true })
  window.location.reload()
}
