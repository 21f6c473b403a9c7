'use client'

import { useState } from 'react'

/**
 * True once something has been open. From then on its code is loaded, and it stays mounted to animate its closing.
 */
export function useOnceOpen(open: boolean): boolean {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  return used || open
}
