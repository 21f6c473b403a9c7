'use client'

import NextLink from 'next/link'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { awaitPage } from './browser/awaited-page.ts'
import { findAsker } from './browser/use-leave-warning.ts'

type NextProps = ComponentProps<typeof NextLink>
type LinkProps = Omit<NextProps, 'href' | 'onNavigate' | 'replace' | 'scroll'> & { href: string }

/**
 * Link to another page of the desk, without prefetching. Every page is rendered per user, so Next.js would learn only
 * that a linked page exists, at the cost of half of a page's requests.
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
