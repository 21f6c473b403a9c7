'use client'

import { useState } from 'react'

/** Whether something has been open at least once. From then on its code is here, and it can also leave gently. */
export function useOnceOpen(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return used || open
}
