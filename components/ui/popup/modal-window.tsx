'use client'

import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEventHandler, type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { useBackCloses } from '#components/ui/browser/back-closes.ts'
import { findFirstField } from '#components/ui/browser/focus.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon } from '#components/ui/icons.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { findDirection } from '#lib/text/find-direction.ts'
import { toFinalFocus } from './window-focus.ts'

export type WindowProps = {
  open: boolean
  /**
   * Called by Escape, the close button and a press outside. The caller keeps the dialog open if text would be lost.
   */
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence below the title. */
  description?: ReactNode
  size?: 'medium' | 'large'
  /** Buttons at the bottom, always in view. Inside a form they belong to the form instead. */
  footer?: ReactNode
  /** Returns the element that gets the focus on close, if it is not the previous one. */
  returnFocus?: () => HTMLElement | null
  children?: ReactNode
}

type ModalWindowProps = WindowProps & {
  place: 'center' | 'side'
  /** The address contains the open state: the browser's Back closes it anyway. */
  addressed?: boolean
  actions?: ReactNode
  onKeyDown?: KeyboardEventHandler
}

const widths = { medium: 'sm:max-w-lg', large: 'sm:max-w-3xl' } as const
const sheetWidths = { medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' } as const

/** The only modal dialog of the desk, in the middle or at the side. */
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
   * Returns the element that gets the first focus. In a dialog it is the first field, unless that would raise a
   * phone's keyboard. In a side sheet, which is for reading and may still be loading, it is the close button.
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
                  <UserText dir={findDirection(title)}>{title}</UserText>
                </Dialog.Title>
                {description && (
                  <Dialog.Description className="mt-0.5 text-muted text-sm" render={<div />}>
                    {typeof description === 'string' ? <UserText>{description}</UserText> : description}
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

/** True for the second press of a double click. If the first one opened the dialog, it lands outside, and must not close it. */
function isSecondOfDouble(event: Event): boolean {
  return event instanceof window.MouseEvent && event.detail > 1
}

/** Keeps the focus in place when a press outside does not close the dialog. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (event.target === event.currentTarget) event.preventDefault()
}
