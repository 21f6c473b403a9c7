'use client'

import { useLinkStatus } from 'next/link'
import { SpinnerIcon } from '#components/ui/icons.tsx'

/** Inside a link: turns while the page behind it is on its way. */
export function ProjectLinkPending() {
  const { pending } = useLinkStatus()
  return pending ? <SpinnerIcon className="ms-2 inline size-4 text-muted" /> : null
}
