'use client'

import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useBackCloses } from '#components/ui/browser/back-closes.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { findDirection } from '#lib/text/find-direction.ts'
import { withoutInvisible } from '#lib/text/invisible.ts'
import { toFinalFocus } from './window-focus.ts'

/** Compares without case and accents: the user need not find "Å" or "ấ" on the keyboard. */
const LETTERS = new Intl.Collator('de', { sensitivity: 'base' })

export type ConfirmWindowProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, with the number or the name it is about. */
  title: string
  /** Consequences of the action, and whether it can be undone. */
  children: ReactNode
  /** The verb of the question, never "OK". */
  confirmLabel: string
  /** Label of the other button, if the verb itself is "cancel": the two labels must differ. */
  keepLabel?: string
  onConfirm: () => void
  busy?: boolean
  /** Word that the user must type first, for an action that can never be undone. */
  typed?: string
  tone?: 'danger' | 'accent'
  /** Returns the element that gets the focus on close, if it is not the previous one. */
  returnFocus?: () => HTMLElement | null
}

export default function ConfirmWindow({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  keepLabel,
  onConfirm,
  busy = false,
  typed,
  tone = 'danger',
  returnFocus,
}: ConfirmWindowProps) {
  const t = useTranslations('ui')
  const [text, setText] = useState('')
  const ready = typed === undefined || LETTERS.compare(toPlain(text), toPlain(typed)) === 0

  function change(next: boolean) {
    if (!next) setText('')
    onOpenChange(next)
  }

  useBackCloses(open, () => change(false))

  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="scrim fixed inset-0 z-50 bg-scrim" />
        <AlertDialog.Viewport className="modal-viewport fixed inset-0 z-50 flex items-end justify-center p-4 sm:items-center">
          <AlertDialog.Popup
            finalFocus={() => toFinalFocus(returnFocus)}
            className="modal-dialog wrap-anywhere max-h-full w-full overflow-y-auto rounded-lg bg-panel p-5 text-text shadow-high outline-none sm:max-w-md"
          >
            <AlertDialog.Title className="text-lg">
              <UserText dir={findDirection(title)}>{title}</UserText>
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-1.5 text-muted" render={<div />}>
              {children}
            </AlertDialog.Description>
            {typed !== undefined && (
              <div className="mt-4">
                <Field label={t('typeToConfirm', { word: withoutInvisible(typed) })}>
                  {control => (
                    <Input
                      autoComplete="off"
                      spellCheck={false}
                      value={text}
                      onChange={event => setText(event.target.value)}
                      {...control}
                    />
                  )}
                </Field>
              </div>
            )}
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              <AlertDialog.Close className={buttonClass()}>{keepLabel ?? t('cancel')}</AlertDialog.Close>
              <Button
                variant={tone === 'danger' ? 'destroy' : 'primary'}
                busy={busy}
                disabled={!ready}
                ownPress
                onClick={() => onConfirm()}
              >
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** Removes invisible characters, which the user cannot be expected to type. */
function toPlain(text: string): string {
  return withoutInvisible(text, { joiners: 'out' }).trim()
}
