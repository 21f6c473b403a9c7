import { type ComponentProps, createElement, type MouseEvent } from 'react'
import { useRouter } from './next-navigation.ts'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  href: string
  prefetch?: boolean
  replace?: boolean
  scroll?: boolean
  onNavigate?: (event: { preventDefault: () => void }) => void
}

/** Replaces `next/link`: goes to another address without loading a document, unless a modifier key is held. */
export default function Link({ prefetch: _, scroll: __, replace, onNavigate, onClick, ...rest }: LinkProps) {
  const router = useRouter()

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    const { defaultPrevented, ctrlKey, metaKey, shiftKey, altKey, button } = event
    if (defaultPrevented || ctrlKey || metaKey || shiftKey || altKey || button !== 0) return
    event.preventDefault()
    let isRefused = false
    onNavigate?.({
      preventDefault: () => {
        isRefused = true
      },
    })
    if (!isRefused) router[replace ? 'replace' : 'push'](rest.href)
  }

  return createElement('a', { ...rest, onClick: follow })
}

/** Every page is ready at once. */
export function useLinkStatus(): { pending: boolean } {
  return { pending: false }
}
