'use client'

import { useRouter } from 'next/navigation'
import { awaitPage } from '#components/ui/browser/awaited-page.ts'
import { findAsker } from '#components/ui/browser/use-leave-warning.ts'

/** `saved`: the text typed into this page has just been saved, so leaving does not ask. */
type GoTo = (href: string, how?: { saved?: boolean }) => void

/** Returns a function that opens another page of the desk without a link. */
export function useGoTo(): GoTo {
  const router = useRouter()
  return (href, { saved = false } = {}) => {
    const go = () => {
      awaitPage(href)
      router.push(href)
    }
    const ask = saved ? undefined : findAsker()
    if (ask) ask(go)
    else go()
  }
}
