'use client'

import { useRouter } from 'next/navigation'
import { awaitPage } from '#components/ui/browser/awaited-page.ts'

/** To another page of the desk, where nothing that could be pressed as a link leads there. */
export function useGoTo(): (href: string) => void {
  const router = useRouter()
  return href => {
    awaitPage(href)
    router.push(href)
  }
}
