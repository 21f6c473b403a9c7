'use client'

import NextLink from 'next/link'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { awaitPage } from './browser/awaited-page.ts'
import { findAsker } from './browser/use-leave-warning.ts'

type NextProps = ComponentProps<typeof NextLink>
type LinkProps = Omit<NextProps, 'href' | 'onNavigate' | 'replace' | 'scroll'> & { href: string }

/**
 * A link to another page of the desk. Nothing is asked for before it is pressed: every page is drawn for its reader, so that
 * Next would fetch of each linked one no more than that it exists, with half of all requests of a page.
 */
export function Link(props: LinkProps) {
  const { href } = props
  const router = useRouter()

  function leave(event: { preventDefault: () => void }) {
    const ask = findAsker()
    if (!ask) return awaitPage(href)
    event.preventDefault()
    ask(() => {
      awaitPage(href)
      router.push(href)
    })
  }

  return <NextLink prefetch={false} onNavigate={leave} {...props} />
}
