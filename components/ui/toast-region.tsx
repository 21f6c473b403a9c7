'use client'

import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { type ToastMessage, takeToasts, waitingToasts } from './toast.ts'
import { ToastCard } from './toast-card.tsx'

const STAY_MS = 6_000
/** Whoever may take something back needs time to read first. */
const STAY_WITH_ACTION_MS = 12_000

export default function ToastRegion() {
  const t = useTranslations('ui')
  return (
    <Toast.Provider timeout={STAY_MS} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('notifications')}
          className="toasts fixed end-0 z-60 flex w-[min(25rem,100vw)] flex-col-reverse gap-2 p-4 sm:ps-8"
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts, add, close } = Toast.useToastManager<ToastMessage>()

  useEffect(() => {
    function show() {
      const { messages, closing } = takeToasts()
      for (const message of messages) add({ ...toOptions(message), data: message })
      for (const id of closing) close(id)
    }
    show()
    return waitingToasts.subscribe(show)
  }, [add, close])

  return toasts.map(toast => toast.data && <ToastCard key={toast.id} toast={toast} message={toast.data} />)
}

function toOptions({ id, title, text, action, urgent = false }: ToastMessage) {
  return {
    id,
    title,
    description: text,
    priority: urgent ? ('high' as const) : ('low' as const),
    timeout: urgent ? 0 : action ? STAY_WITH_ACTION_MS : STAY_MS,
  }
}
