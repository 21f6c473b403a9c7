'use client'

import { Toast } from '@base-ui/react/toast'
import { type ComponentProps, type FocusEvent, useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { keepFootRoom } from '#components/ui/browser/foot-room.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, CheckCircleIcon, CloseIcon, WarningIcon } from '#components/ui/icons.ts'
import { type ToastMessage, takeToasts, waitingToasts } from './toast.ts'

const STAY_MS = 6_000
/** A message with an undo button stays longer: the user needs time to read it first. */
const STAY_WITH_ACTION_MS = 12_000

export default function ToastRegion() {
  const t = useTranslations('ui')
  return (
    <Toast.Provider timeout={STAY_MS} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          ref={keepRoom}
          onFocus={noteFrom}
          aria-label={t('notifications')}
          aria-live="off"
          className="toasts foot-strip fixed inset-x-0 bottom-0 z-60 flex flex-col-reverse"
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** Element that had the focus before it moved to a message. */
let from: Element | null = null

function noteFrom({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (!currentTarget.contains(relatedTarget)) from = relatedTarget
}

/** Moves the focus back before the pressed button disappears with its message, which would lose the focus. */
function leaveMessage() {
  if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
  else moveFocus('main h1')
}

/** Pages and dialogs end above the messages. */
const keepRoom = keepFootRoom('toast')

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
    timeout: urgent ? 0 : action ? STAY_WITH_ACTION_MS : STAY_MS,
  }
}

const marks = {
  neutral: null,
  positive: <Icon of={CheckCircleIcon} className="mt-0.5 text-positive" />,
  warning: <Icon of={WarningIcon} className="mt-0.5 text-warning" />,
  danger: <Icon of={AlertIcon} className="mt-0.5 text-danger" />,
} as const

type ToastCardProps = { toast: ComponentProps<typeof Toast.Root>['toast']; message: ToastMessage }

/**
 * Shows one message; `toast` announces it. Base UI hides the buttons of stacked toasts from screen readers until F6,
 * but these toasts are side by side.
 */
function ToastCard({ toast, message: { tone = 'neutral', action } }: ToastCardProps) {
  const t = useTranslations('ui')
  return (
    <Toast.Root toast={toast} className="toast border-line border-t bg-raised text-text data-limited:hidden">
      <Toast.Content className="mx-auto flex w-full max-w-[77rem] items-start gap-2.5 py-2.5 ps-4 pe-2 sm:ps-6 sm:pe-4">
        {marks[tone]}
        <div className="flex min-w-0 grow flex-wrap items-start gap-x-2.5 gap-y-2.5">
          <div className="flex min-w-0 grow basis-40 flex-wrap gap-x-2.5">
            <Toast.Title className="min-w-0 break-words font-medium text-sm" render={<p />} />
            <Toast.Description className="min-w-0 break-words text-muted text-sm" />
          </div>
          {action && (
            <Toast.Close
              aria-hidden={false}
              onClick={() => {
                leaveMessage()
                action.onPress()
              }}
              className={buttonClass({ size: 'small', className: '-my-1 ms-auto' })}
            >
              {action.label}
            </Toast.Close>
          )}
        </div>
        <Toast.Close
          aria-hidden={false}
          aria-label={t('dismiss')}
          onClick={leaveMessage}
          className={buttonClass({ variant: 'quiet', size: 'icon-small', className: '-my-1' })}
        >
          <Icon of={CloseIcon} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  )
}
