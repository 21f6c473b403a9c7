import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { AlertIcon, CheckCircleIcon } from './icons.tsx'

const tones = {
  info: 'bg-accent-soft text-text [&>svg]:text-accent-text',
  positive: 'bg-positive-soft text-text [&>svg]:text-positive',
  warning: 'bg-warning-soft text-text [&>svg]:text-warning',
  danger: 'bg-danger-soft text-text [&>svg]:text-danger',
} as const

type AlertProps = {
  tone?: keyof typeof tones
  title?: string
  children?: ReactNode
  /** Spoken at once when it appears; leave it out for what is on the page from the start. */
  live?: boolean
  className?: string
}

/** Something to know, said where it matters. */
export function Alert({ tone = 'info', title, children, live = false, className }: AlertProps) {
  return (
    <div
      role={live ? 'alert' : undefined}
      className={cx('flex gap-2.5 rounded-md px-3.5 py-3 text-sm', tones[tone], className)}
    >
      {tone === 'positive' ? (
        <CheckCircleIcon className="mt-0.5 size-4" />
      ) : (
        <AlertIcon className="mt-0.5 size-4" />
      )}
      <div className="min-w-0 grow">
        {title && <p className="font-medium">{title}</p>}
        {children}
      </div>
    </div>
  )
}
