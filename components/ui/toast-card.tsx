'use client'

import { Toast } from '@base-ui/react/toast'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from './button-class.ts'
import { AlertIcon, CheckCircleIcon, CloseIcon, WarningIcon } from './icons.ts'
import type { ToastMessage } from './toast.ts'

const marks = {
  neutral: null,
  positive: <CheckCircleIcon className="mt-0.5 text-positive" />,
  warning: <WarningIcon className="mt-0.5 text-warning" />,
  danger: <AlertIcon className="mt-0.5 text-danger" />,
} as const

type ToastCardProps = { toast: ComponentProps<typeof Toast.Root>['toast']; message: ToastMessage }

/** Base UI hides the buttons of toasts in a heap from screen readers until F6; ours lie beside each other. */
export function ToastCard({ toast, message: { tone = 'neutral', action } }: ToastCardProps) {
  const t = useTranslations('ui')
  return (
    <Toast.Root
      toast={toast}
      className="toast pointer-events-auto rounded-lg bg-raised text-text shadow-high data-limited:hidden"
    >
      <Toast.Content className="flex items-start gap-2.5 py-2.5 ps-3.5 pe-2">
        {marks[tone]}
        <div className="min-w-0 grow">
          <Toast.Title className="font-medium text-sm" render={<p />} />
          <Toast.Description className="break-words text-muted text-sm" />
        </div>
        {action && (
          <Toast.Close
            aria-hidden={false}
            onClick={action.onPress}
            className={buttonClass({ size: 'small', className: '-my-1' })}
          >
            {action.label}
          </Toast.Close>
        )}
        <Toast.Close
          aria-hidden={false}
          aria-label={t('dismiss')}
          className={buttonClass({ variant: 'quiet', size: 'icon-small', className: '-my-1' })}
        >
          <CloseIcon />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  )
}
