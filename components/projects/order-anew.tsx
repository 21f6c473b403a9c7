'use client'

import { useRouter } from 'next/navigation'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

const EVENTS = ['pointerover', 'pointerleave', 'focusin', 'focusout', 'visibilitychange'] as const

/**
 * Sorts the list again once all employees are counted, because the page was rendered without an order. Waits until
 * neither pointer nor focus is in the list. On a touch screen, where a finger may be about to press, waits until the
 * tab is hidden.
 */
export function OrderAnew({ list }: { list: RefObject<HTMLElement | null> }) {
  const router = useRouter()
  const [isOrdered, setOrdered] = useState(false)
  const look = useEffectEvent(() => {
    if (!list.current || !isLeftAlone(list.current)) return
    setOrdered(true)
    router.refresh()
  })
  useEffect(() => {
    if (isOrdered) return
    const onEvent = () => look()
    onEvent()
    for (const event of EVENTS) document.addEventListener(event, onEvent)
    return () => {
      for (const event of EVENTS) document.removeEventListener(event, onEvent)
    }
  }, [isOrdered])
  return null
}

function isLeftAlone(list: HTMLElement): boolean {
  if (document.hidden) return true
  const hasPointer = matchMedia('(hover: hover)').matches && !list.matches(':hover')
  return hasPointer && !list.contains(document.activeElement)
}
