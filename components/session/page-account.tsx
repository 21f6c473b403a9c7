'use client'

import { useEffect, useState } from 'react'
import { forgetStored, toStoredName } from '#components/page/stored.ts'
import { OTHER_ACCOUNT_EVENT, setPageAccount } from '#lib/desk-api/desk-request.ts'

/**
 * Whose page this is, and whose tab. When somebody else signs in, in this tab or another one, the page comes anew as theirs, and nothing
 * of whoever was here before is left in it.
 */
export function PageAccount({ id }: { id: string }) {
  // Stands first in the page, and forgets before anybody reads what this tab remembers.
  useState(() => typeof sessionStorage !== 'undefined' && takeTab(id))
  useEffect(() => {
    setPageAccount(id)
    window.addEventListener('beforeunload', goUnasked)
    window.addEventListener(OTHER_ACCOUNT_EVENT, loadAnew)
    // Of a page that stays while its account changes, somebody else has read what this tab remembers.
    if (takeTab(id)) loadAnew()
    return () => window.removeEventListener(OTHER_ACCOUNT_EVENT, loadAnew)
  }, [id])
  return null
}

/** From now on this tab is of the account with this id. Whether it was somebody else's: then it remembers nothing any more. */
function takeTab(id: string): boolean {
  const before = sessionStorage.getItem(toStoredName('account'))
  const wasOther = before !== null && before !== id
  if (wasOther) forgetStored()
  sessionStorage.setItem(toStoredName('account'), id)
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
