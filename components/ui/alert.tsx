import type { ReactNode } from 'react'
import { LiveText } from './announce.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.ts'
import { AlertIcon, CheckCircleIcon, InfoIcon, WarningIcon } from './icons.ts'

const looks = {
  info: { look: 'bg-accent-soft inset-ring-accent/15 [&>svg]:text-accent-text', Mark: InfoIcon },
  positive: { look: 'bg-positive-soft inset-ring-positive/15 [&>svg]:text-positive', Mark: CheckCircleIcon },
  warning: { look: 'bg-warning-soft inset-ring-warning/20 [&>svg]:text-warning', Mark: WarningIcon },
  danger: { look: 'bg-danger-soft inset-ring-danger/20 [&>svg]:text-danger', Mark: AlertIcon },
} as const

const textClass = 'min-w-0 grow basis-0 break-words'

type AlertProps = {
  tone?: keyof typeof looks
  title?: string
  children?: ReactNode
  /** Action for the message, at the end of the line. */
  action?: ReactNode
  /** Mark that replaces the tone's own. */
  mark?: ReactNode
  /** Announces the alert when it appears; omit it for alerts that are on the page from the start. */
  live?: boolean | 'urgent'
  className?: string
}

/** Message shown next to what it is about. */
export function Alert({ tone = 'info', title, children, action, mark, live = false, className }: AlertProps) {
  const { look, Mark } = looks[tone]
  const text = (
    <>
      {title && <p className="font-medium">{title}</p>}
      {children}
    </>
  )
  return (
    <div
      className={cx(
        'flex items-start gap-2.5 max-sm:flex-wrap rounded-md px-3.5 py-2.5 text-sm text-text inset-ring [&>svg]:mt-0.5',
        look,
        className,
      )}
    >
      {mark ?? <Icon of={Mark} />}
      {live ? (
        <LiveText as="div" urgent={live === 'urgent'} className={textClass}>
          {text}
        </LiveText>
      ) : (
        <div className={textClass}>{text}</div>
      )}
      {action && (
        <div className="-my-1 -me-2 flex shrink-0 items-center gap-1 max-sm:has-[button+button]:my-0 max-sm:has-[button+button]:basis-full">
          {action}
        </div>
      )}
    </div>
  )
}
