import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link to another page of the desk. Nothing is asked for before it is pressed: every page is drawn for its reader, so that
 * Next would fetch of each linked one no more than that it exists, with half of all requests of a page.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
