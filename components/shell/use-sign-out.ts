'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { toast } from '#components/ui/toast/toast.ts'
import type { ErrorCode } from '#lib/errors.ts'

/** Signs out, and returns whether that is running. Its code loads on sign-out. */
export function useSignOut(): { leaving: boolean; leave: () => Promise<void> } {
  const sentence = useTranslations('errors')
  const [leaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    try {
      const { leaveDesk } = await import('./sign-out.ts')
      await leaveDesk(stay)
    } catch {
      stay('desk_unreachable')
    }
  }

  function stay(code: ErrorCode) {
    setLeaving(false)
    toast({ title: sentence(code), tone: 'danger' })
  }

  return { leaving, leave }
}
