'use client'

import { useId, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/announce.tsx'
import { copyText } from '#components/ui/browser/copy-text.ts'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CheckIcon, CopyIcon } from '#components/ui/icons.ts'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import type { GivenLink } from './use-account-actions.ts'

type LinkDialogProps = { given: GivenLink | null; onClose: () => void }

/** Shows a link once. The content stays while the dialog closes. */
export function LinkDialog({ given, onClose }: LinkDialogProps) {
  const t = useTranslations('accounts.link')
  const format = useFormatter()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [last, setLast] = useState(given)
  const [copied, setCopied] = useState<string>()
  if (given && given !== last) setLast(given)
  if (!last) return null
  const { email, link } = given ?? last

  async function copy() {
    if (!field.current || !(await copyText(field.current))) return
    setCopied(link.url)
    announce(t('copied'))
  }

  return (
    <Dialog
      open={given !== null}
      onOpenChange={open => !open && onClose()}
      title={t('title', { email })}
      description={t('text', { date: format.dateTime(new Date(link.expires_at), 'moment') })}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <div className="grid gap-3 px-5 pt-1 pb-5">
        <div className="flex gap-2 max-sm:grid">
          <Input
            ref={field}
            id={id}
            readOnly
            aria-label={t('label')}
            value={link.url}
            onFocus={({ target }) => target.setSelectionRange(0, target.value.length, 'backward')}
            className="h-9 px-3 font-mono text-sm"
          />
          <Button variant="primary" onClick={copy}>
            {copied === link.url ? <Icon of={CheckIcon} /> : <Icon of={CopyIcon} />}
            {copied === link.url ? t('copied') : t('copy')}
          </Button>
        </div>
        <p className="text-muted text-sm">{t('again')}</p>
      </div>
    </Dialog>
  )
}
