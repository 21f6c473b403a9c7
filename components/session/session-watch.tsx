'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import type { SessionLeft } from '#lib/contracts/session.ts'
import { SIGNED_OUT_EVENT } from '#lib/desk-api/desk-request.ts'

const SessionKeeper = lazy(loadWithRetry(() => import('./session-keeper.tsx')))

/** Opening the page counts as activity; in a short session, for a twentieth of its limit. */
const FIRST_MS = 60_000
const FIRST_SHARE = 20

/**
 * Asks in good time whether the user is still there, and says when the session has ended (WCAG 2.2.1). Its code loads
 * when the page has been open for a minute, or when an answer says that the session has ended.
 */
export function SessionWatch({ left }: { left: SessionLeft }) {
  const [begun, setBegun] = useState<'watching' | 'over' | null>(null)
  useEffect(() => {
    const timer = setTimeout(
      () => setBegun(known => known ?? 'watching'),
      Math.min(FIRST_MS, left.idle_limit_ms / FIRST_SHARE),
    )
    const end = () => setBegun(known => known ?? 'over')
    window.addEventListener(SIGNED_OUT_EVENT, end)
    return () => {
      clearTimeout(timer)
      window.removeEventListener(SIGNED_OUT_EVENT, end)
    }
  }, [left.idle_limit_ms])
  return (
    begun && (
      <Suspense>
        <SessionKeeper idleLimitMs={left.idle_limit_ms} isOver={begun === 'over'} />
      </Suspense>
    )
  )
}
