'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { publishSignedInAgain } from '#components/page/session-state.ts'
import { paths } from '#lib/address/paths.ts'
import { type SessionLeft, sessionLeftResponse } from '#lib/contracts/session.ts'
import { deskRequest, SIGNED_OUT_EVENT } from '#lib/desk-api/desk-request.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { endOf, presenceOf, warningOf } from './session-times.ts'

/** `idle`: the session ends in `ms` without activity. `limit`: it ends in `ms` regardless. */
export type SessionEnd = { kind: 'idle' | 'limit'; ms: number } | { kind: 'over' }

/** Interval in which a visible page notices a sign-in in another tab; no other request is sent until then. */
const LOOK_MS = 10_000
const PRESENT = ['keydown', 'pointerdown', 'input', 'wheel'] as const

/**
 * Watches how long this user stays signed in. Typing counts as activity and is reported to the desk. Activity in
 * other tabs counts too, because the desk is asked before a warning. Null without a warning.
 */
export function useSessionEnd({
  idleLimitMs,
  isOver: isOverAlready,
}: {
  idleLimitMs: number
  isOver: boolean
}) {
  const queries = useQueryClient()
  const [end, setEnd] = useState<SessionEnd | null>(isOverAlready ? { kind: 'over' } : null)
  const isOver = useRef(isOverAlready)
  const isLimitTold = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** `again`: the user has started an action, and may have closed the dialog before. */
  const goOver = useCallback(({ again = false } = {}) => {
    if (isOver.current && !again) return
    isOver.current = true
    clearTimeout(timer.current)
    setEnd({ kind: 'over' })
  }, [])

  /** `here`: the request reports activity. */
  const ask = useCallback(
    async ({ here = false } = {}) => {
      try {
        const answer = await deskRequest(paths.api.session(), sessionLeftResponse, {
          background: !here,
          asksWhoIsIn: true,
        })
        follow(answer.data)
      } catch (thrown) {
        if (toDeskError(thrown).code === 'signed_out') return goOver()
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void ask(), presenceOf(idleLimitMs))
      }

      function follow(left: SessionLeft) {
        if (isOver.current) {
          isOver.current = false
          isLimitTold.current = false
          publishSignedInAgain()
          void queries.invalidateQueries({ predicate: ({ state }) => state.error instanceof DeskError })
        }
        const next = endOf(left)
        const wait = next.ms - warningOf(left)
        clearTimeout(timer.current)
        const isDue = wait <= 0 && (next.kind === 'idle' || !isLimitTold.current)
        timer.current = setTimeout(() => void ask(), isDue || wait <= 0 ? next.ms + 1_000 : wait + 100)
        if (isDue && next.kind === 'limit') isLimitTold.current = true
        setEnd(isDue ? next : null)
      }
    },
    [queries, goOver, idleLimitMs],
  )

  useEffect(() => {
    if (!isOver.current) void ask()
    return () => clearTimeout(timer.current)
  }, [ask])

  useEffect(() => {
    let toldAt = performance.now()
    function reportActivity() {
      if (isOver.current || performance.now() - toldAt < presenceOf(idleLimitMs)) return
      toldAt = performance.now()
      void ask({ here: true })
    }
    const comeBack = () => {
      if (!document.hidden && isOver.current) void ask()
    }
    const hear = (event: Event) => goOver({ again: event instanceof CustomEvent && !event.detail.background })
    for (const event of PRESENT)
      document.addEventListener(event, reportActivity, { capture: true, passive: true })
    document.addEventListener('visibilitychange', comeBack)
    window.addEventListener('focus', comeBack)
    const looking = setInterval(comeBack, LOOK_MS)
    window.addEventListener(SIGNED_OUT_EVENT, hear)
    return () => {
      clearInterval(looking)
      for (const event of PRESENT) document.removeEventListener(event, reportActivity, { capture: true })
      document.removeEventListener('visibilitychange', comeBack)
      window.removeEventListener('focus', comeBack)
      window.removeEventListener(SIGNED_OUT_EVENT, hear)
    }
  }, [idleLimitMs, ask, goOver])

  return { end, stay: () => ask({ here: true }), look: () => ask(), close: () => setEnd(null) }
}
