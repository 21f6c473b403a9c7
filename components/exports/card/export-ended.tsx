'use client'

import { useTranslations } from 'use-intl/react'
import { AlertIcon } from '#components/ui/icons.ts'
import { isErrorCode } from '#lib/errors.ts'

type ExportEndedProps = {
  state: 'failed' | 'cancelled' | 'expired'
  /** Code of the error that ended it; `export_gone` when the desk does not know it any more. */
  code: string | null
  /** Photos that could not be fetched, where there is not a single one. */
  failed?: number
}

export function ExportEnded({ state, code, failed = 0 }: ExportEndedProps) {
  const t = useTranslations('exports.card')
  const sentence = useTranslations('errors')
  return (
    <div role="alert" className="grid gap-1">
      <p className="flex items-center gap-2 font-medium">
        <AlertIcon className={state === 'failed' ? 'size-4 text-danger' : 'size-4 text-muted'} />
        {t(state)}
      </p>
      <p className="text-muted text-sm">{getReason()}</p>
    </div>
  )

  function getReason(): string {
    if (state === 'cancelled') return t('cancelledText')
    if (state === 'expired') return t('expiredText')
    if (code === 'export_gone') return t('gone')
    const reason = sentence(code && isErrorCode(code) ? code : 'internal')
    return failed === 0 ? reason : t('noneText', { count: failed, reason })
  }
}
