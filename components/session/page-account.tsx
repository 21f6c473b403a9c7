'use client'

import { useEffect, useState } from 'react'
import { forgetStored, toStoredName } from '#components/page/stored.ts'
import { OTHER_ACCOUNT_EVENT, setPageAccount } from '#lib/desk-api/desk-request.ts'

/**
 * Binds page and tab to an account. When another account signs in, in this tab or another one, the page reloads for
 * it, without any data of the previous one.
 */
export function PageAccount({ id }: { id: string }) {
  // First in the page, so that the tab's stored values are deleted before any component reads them.
  useState(() => typeof sessionStorage !== 'undefined' && takeTab(id))
  useEffect(() => {
    setPageAccount(id)
    window.addEventListener('beforeunload', goUnasked)
    window.addEventListener(OTHER_ACCOUNT_EVENT, loadAnew)
    // If the account changes while the page stays, components have already read the previous account's values.
    if (takeTab(id)) loadAnew()
    return () => window.removeEventListener(OTHER_ACCOUNT_EVENT, loadAnew)
  }, [id])
  return null
}

/**
 * Assigns this tab to the account. Returns true, and deletes the tab's stored values, if it belonged to another
 * account.
 */
function takeTab(id: string): boolean {
  const before = sessionStorage.getItem(toStoredName('account'))
  const wasOther = before !== null && before !== id
  if (wasOther) forgetStored()
  sessionStorage.setItem(toStoredName('account'), id)
  return wasOther
}

let isLeaving = false

/** Reloads the page and deletes typed values, which belong to the previous account. */
function loadAnew(): void {
  isLeaving = true
  forgetStored()
  // A refusal that arrives now would store values again before the page unloads.
  window.addEventListener('pagehide', forgetStored)
  window.location.reload()
}

/**
 * Suppresses the question whether to leave: the typed values are another account's. Browsers call listeners in the
 * order of registration.
 */
function goUnasked(event: BeforeUnloadEvent): void {
  if (isLeaving) event.stopImmediatePropagation()
}
