'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { type ErrorCode, type Failure, passesByItself } from '#lib/errors.ts'
import { useServiceBack } from './use-service-back.ts'

/**
 * Errors that need an action and that the header shows too: once the header reports that they are solved, by any
 * user, the page retries.
 */
const TOLD_BY_HEADER: readonly ErrorCode[] = ['key_rejected', 'key_unreadable', 'not_connected']
const FIRST_WAIT_S = 5
const WAIT_MAX_S = 30

type Recovery = {
  failure: Failure
  /** True while a retry runs. */
  retrying: boolean
  retry: () => void
}

/**
 * Retries automatically, with growing delays and only in a visible tab; at once when the network is back or the
 * header reports that the service is. While the desk pauses its calls to the service, a retry costs no call. Returns
 * the seconds until the next retry, or null when the user must act.
 */
export function useRecovery({
  failure: { code, retryAfterSeconds },
  retrying,
  retry,
}: Recovery): number | null {
  const passing = passesByItself(code)
  const [tries, setTries] = useState(0)
  const wait = Math.min(WAIT_MAX_S, Math.max(retryAfterSeconds ?? 0, FIRST_WAIT_S * 2 ** tries))
  const [passed, setPassed] = useState(0)
  const tryAgain = useEffectEvent(() => {
    setPassed(0)
    setTries(tries + 1)
    retry()
  })

  useEffect(() => {
    if (!passing || retrying) return
    let seconds = 0
    const timer = setInterval(() => {
      if (document.hidden) return
      seconds += 1
      if (seconds < wait) return setPassed(seconds)
      clearInterval(timer)
      tryAgain()
    }, 1000)
    return () => clearInterval(timer)
  }, [passing, retrying, wait])

  useEffect(() => {
    if (!passing || retrying) return
    const again = () => tryAgain()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [passing, retrying])

  useServiceBack(() => {
    if ((passing || TOLD_BY_HEADER.includes(code)) && !retrying) tryAgain()
  })

  return passing ? Math.max(1, wait - passed) : null
}
