'use client'

import { useOnceOpen } from '#components/ui/popup/use-once-open.ts'
import { waitingToasts } from './toast.ts'
import { ToastRegion } from './toast-region.tsx'

/** The one place of all toasts. It is part of the shell, and empty until the first toast. */
export function Toaster() {
  return useOnceOpen(waitingToasts.use().messages.length > 0) && <ToastRegion />
}
