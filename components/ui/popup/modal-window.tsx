'use client'

import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEventHandler, type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useBackCloses } from '#components/ui/browser/back-closes.ts'
import { findFirstField } from '#components/ui/browser/focus.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon } from '#components/ui/icons.ts'
import { findDirection } from '#lib/text/find-direction.ts'
import { toFinalFocus } from './window-focus.ts'

export type WindowProps = {
  open: boolean
  /** Escape, the cross and a press outside end here. What must not be lost keeps it open. */
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence below the title. */
  description?: ReactNode
  size?: 'medium' | 'large'
  /** Its buttons, at the bottom, always in sight. Inside a form they belong to the form instead. */
  footer?: ReactNode
  /** Where the focus goes when it closes, when that is not where it came from. */
  returnFocus?: () => HTMLElement | null
  children?: ReactNode
}

type ModalWindowProps = WindowProps & {
  place: 'center' | 'side'
  /** The address says that it is open: the browser's Back closes it anyway. */
  addressed?: boolean
  actions?: ReactNode
  onKeyDown?: KeyboardEventHandler
}

const widths = { medium: 'sm:max-w-lg', large: 'sm:max-w-3xl' } as const
const sheetWidths = { medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' } as const

/** The one modal window of the desk, in the middle or at the side. */
export default function ModalWindow({
  place,
  addressed = false,
  open,
  onOpenChange,
  title,
  description,
  size = 'medium',
  actions,
  onKeyDown,
  returnFocus,
  footer,
  children,
}: ModalWindowProps) {
  const t = useTranslations('ui')
  const side = place === 'side'
  const window = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const cross = useRef<HTMLButtonElement>(null)
  useBackCloses(open && !addressed, () => onOpenChange(false))

  /**
   * A question is there to be answered: its first field is ready, unless that would raise a phone's keyboard. What stands at the
   * side is there to be read, and may still be on its way: its cross is always there.
   */
  function getFirstField(opened: string): HTMLElement | true {
    const asked = window.current?.querySelector<HTMLElement>('[data-first-focus]')
    if (asked) return asked
    if (side) return cross.current ?? true
    if (opened === 'touch') return true
    return findFirstField(body.current) ?? true
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, { event }) => {
        if (!isSecondOfDouble(event)) onOpenChange(next)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop forceRender={!side} className="scrim fixed inset-0 z-50 bg-scrim" />
        <Dialog.Viewport
          onMouseDown={keepFocus}
          className={cx(
            'modal-viewport fixed inset-0 z-50 flex',
            side ? 'justify-end' : 'items-end justify-center p-4 sm:items-center',
          )}
        >
          <Dialog.Popup
            ref={window}
            initialFocus={getFirstField}
            finalFocus={() => toFinalFocus(returnFocus)}
            onKeyDown={onKeyDown}
            className={cx(
              'flex flex-col bg-panel text-text shadow-high outline-none',
              side
                ? cx('modal-sheet h-full w-full', sheetWidths[size])
                : cx('modal-dialog max-h-full w-full rounded-lg', widths[size]),
            )}
          >
            <header
              className={cx(
                'flex items-start gap-3 py-3 ps-5 pe-3',
                (side || size === 'large') && 'border-line border-b',
              )}
            >
              <div className="min-w-0 grow py-1">
                <Dialog.Title className="text-lg">
                  <ForeignText dir={findDirection(title)}>{title}</ForeignText>
                </Dialog.Title>
                {description && (
                  <Dialog.Description className="mt-0.5 text-muted text-sm" render={<div />}>
                    {typeof description === 'string' ? <ForeignText>{description}</ForeignText> : description}
                  </Dialog.Description>
                )}
              </div>
              {actions}
              <Dialog.Close
                ref={cross}
                aria-label={t('close')}
                className={buttonClass({ variant: 'quiet', size: 'icon' })}
              >
                <Icon of={CloseIcon} />
              </Dialog.Close>
            </header>
            <div ref={body} className="modal-body min-h-0 grow overflow-y-auto overscroll-contain">
              {children}
            </div>
            {footer && (
              <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
                {footer}
              </footer>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Whoever opens a window by a double click presses beside it with the second one, and does not mean to close it. */
function isSecondOfDouble(event: Event): boolean {
  return event instanceof window.MouseEvent && event.detail > 1
}

/** A press beside the window that does not close it leaves the focus where it is. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (event.target === event.currentTarget) event.preventDefault()
}
