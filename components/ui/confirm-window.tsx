'use client'

import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from './button.tsx'
import { buttonClass } from './button-class.ts'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

export default function ConfirmWindow({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  onConfirm,
  busy = false,
  typed,
  tone = 'danger',
  returnFocus,
}: ConfirmDialogProps) {
  const t = useTranslations('ui')
  const [text, setText] = useState('')
  const ready = typed === undefined || text.trim() === typed

  function change(next: boolean) {
    if (!next) setText('')
    onOpenChange(next)
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="scrim fixed inset-0 z-50 bg-scrim" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 flex items-end justify-center p-4 sm:items-center">
          <AlertDialog.Popup
            finalFocus={() => returnFocus?.() ?? true}
            className="modal-dialog max-h-full w-full overflow-y-auto rounded-lg bg-panel p-5 text-text shadow-high outline-none sm:max-w-md"
          >
            <AlertDialog.Title className="text-lg">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1.5 text-muted" render={<div />}>
              {children}
            </AlertDialog.Description>
            {typed !== undefined && (
              <div className="mt-4">
                <Field label={t('typeToConfirm', { word: typed })}>
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
              <AlertDialog.Close className={buttonClass()}>{t('cancel')}</AlertDialog.Close>
              <Button
                variant={tone === 'danger' ? 'destroy' : 'primary'}
                busy={busy}
                disabled={!ready}
                onClick={onConfirm}
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
