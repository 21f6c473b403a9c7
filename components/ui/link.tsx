'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { awaitPage } from './browser/awaited-page.ts'

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href'> & { href: string }

/**
 * A link to another page of the desk. Nothing is asked for before it is pressed: every page is drawn for its reader, so that
 * Next would fetch of each linked one no more than that it exists, with half of all requests of a page.
 */
export function Link({ onNavigate, ...props }: LinkProps) {
  return (
    <NextLink
      prefetch={false}
      onNavigate={event => {
        onNavigate?.(event)
        awaitPage(props.href)
      }}
      {...props}
    />
  )
}
