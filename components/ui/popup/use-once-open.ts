'use client'

import { useState } from 'react'

/** True once something has been open: from then on it stays drawn, so that it can also leave gently. */
export function useOnceOpen(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return used || open
}
