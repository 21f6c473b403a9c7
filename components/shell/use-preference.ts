'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useRef, useState, useTransition } from 'react'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'
import { type ErrorCode, toDeskError } from '#lib/errors.ts'
import type { Preferences } from '#lib/preferences/contract.ts'

/**
 * One preference of this browser. A new choice applies at once, is saved, and refreshes the page in place: typed
 * values stay. Choices are saved one after the other, so that the last one wins.
 */
export function usePreference<Name extends keyof Preferences, Value extends NonNullable<Preferences[Name]>>(
  name: Name,
  present: Value,
) {
  const router = useRouter()
  const [, startSaving] = useTransition()
  const [value, show] = useOptimistic(present)
  const [problem, setProblem] = useState<ErrorCode>()
  const saved = useRef<Promise<unknown>>(Promise.resolve())

  function choose(chosen: Value) {
    startSaving(async () => {
      show(chosen)
      const saving = saved.current.then(() => save({ [name]: chosen }))
      saved.current = saving
      const code = await saving
      startSaving(() => {
        setProblem(code)
        if (!code) router.refresh()
      })
    })
  }

  return { value, choose, problem }
}

/** Resolves to the error code of a failure, else to undefined. */
async function save(preferences: Preferences): Promise<ErrorCode | undefined> {
  try {
    await deskCommand(paths.api.preferences(), { method: 'PUT', body: preferences })
    return undefined
  } catch (thrown) {
    return toDeskError(thrown).code
  }
}
