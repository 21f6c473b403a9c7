'use client'

import { useLinkStatus } from 'next/link'
import { Spinner } from '#components/ui/spinner.tsx'

/** Inside a link: turns while the page behind it is on its way. */
export function ProjectLinkPending() {
  const { pending } = useLinkStatus()
  return pending ? <Spinner className="ms-2 inline text-muted" /> : null
}
