'use client'

import { useEffect, useState } from 'react'
import { forgetStored, toStoredName } from '#components/page/stored.ts'
import { OTHER_ACCOUNT_EVENT, setPageAccount } from '#lib/http/desk-request.ts'

/**
 * Whose page this is, and whose tab. When somebody else signs in, in this tab or another one, the page comes anew as theirs, and nothing
 * of whoever was here before is left in it.
 */
export function PageAccount({ id }: { id: string }) {
  // Stands first in the page, and forgets before anybody reads what this tab remembers.
  const [wasOther] = useState(() => typeof sessionStorage !== 'undefined' && forgetOther(id))
  useEffect(() => {
    setPageAccount(id)
    window.addEventListener('beforeunload', goUnasked)
    if (wasOther || forgetOther(id)) loadAnew()
    sessionStorage.setItem(toStoredName('account'), id)
    window.addEventListener(OTHER_ACCOUNT_EVENT, loadAnew)
    return () => window.removeEventListener(OTHER_ACCOUNT_EVENT, loadAnew)
  }, [id, wasOther])
  return null
}

/** Whether this tab was somebody else's. */
function forgetOther(id: string): boolean {
  const before = sessionStorage.getItem(toStoredName('account'))
  const wasOther = before !== null && before !== id
  if (wasOther) forgetStored()
  return wasOther
}

let isLeaving = false

/** What was typed here is not for who is here now. */
function loadAnew(): void {
  isLeaving = true
  forgetStored()
  // What is refused in this moment is kept once more before the page goes.
  window.addEventListener('pagehide', forgetStored)
  window.location.reload()
}

/** Nobody is asked whether what somebody else has typed may go. Browsers ask in the order in which listeners came. */
function goUnasked(event: BeforeUnloadEvent): void {
  if (isLeaving) event.stopImmediatePropagation()
}
