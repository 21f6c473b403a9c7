'use client'

import { useRouter } from 'next/navigation'
import { awaitPage } from '#components/ui/browser/awaited-page.ts'
import { findAsker } from '#components/ui/browser/use-leave-warning.ts'

/** `saved`: what is typed into this page has just been saved, and is not asked about. */
type GoTo = (href: string, how?: { saved?: boolean }) => void

/** To another page of the desk, where nothing that could be pressed as a link leads there. */
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
