'use client'

import { useState } from 'react'
import SessionEndDialog from './session-end-dialog.tsx'
import { useSessionEnd } from './use-session-end.ts'

type SessionKeeperProps = { idleLimitMs: number; isOver: boolean }

/** Watches a session and shows how it ends. While the dialog closes, its content stays. */
export default function SessionKeeper(props: SessionKeeperProps) {
  const { end, ...actions } = useSessionEnd(props)
  const [shown, setShown] = useState(end)
  if (end && end !== shown) setShown(end)
  return shown && <SessionEndDialog open={end !== null} end={shown} {...actions} />
}
