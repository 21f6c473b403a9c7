'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { closeOfChange } from '#components/ui/toast/toast.ts'
import type { Import } from '#lib/contracts/imports.ts'
import { type ErrorCode, toDeskError } from '#lib/errors.ts'
import { digestPlan } from '#lib/imports/check/digest-plan.ts'
import { isSendable } from '../grid/grid-line.ts'
import { useStartImport } from '../work/use-import.ts'
import { type ImportTableState, useReadAnew } from './use-import-table.ts'

type SendButtonProps = {
  plan: ImportTableState['plan']
  /** Lines whose values differ from the project's, chosen or not. */
  different: number
  /** Lines that are not sent because they have a problem. */
  faulty: number
  busy: boolean
  /** Replaces the promise that the service invites new employees; null where that can be promised. */
  doubt: string | null
  onSend: () => void
}

/**
 * Button with the number of lines that it sends. Asks once for confirmation: the service's mails cannot be recalled.
 */
export function SendButton({ plan, different, faulty, busy, doubt, onSend }: SendButtonProps) {
  const t = useTranslations('imports.check.send')
  const [asking, setAsking] = useState(false)
  const { create, update_rows, reinvited } = plan
  const update = update_rows.length
  const nothing = create + update === 0
  const unchosen = different - update
  const label =
    create === 0
      ? t('update', { update })
      : update === 0
        ? t('create', { create })
        : t('both', { create, update })
  return (
    <>
      <Button data-goes-on variant="primary" busy={busy} disabled={nothing} onClick={() => setAsking(true)}>
        {busy ? t('sending') : nothing ? t(unchosen > 0 ? 'nothingChosen' : 'nothing') : label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('askTitle', { create, update })}
        confirmLabel={label}
        tone="accent"
        onConfirm={() => {
          setAsking(false)
          onSend()
        }}
      >
        {create > 0 && (
          <p>{doubt ? `${t('askNewInDoubt', { create })} ${doubt}` : t('askNew', { create })}</p>
        )}
        {update > 0 && (
          <p className="mt-1.5">
            {t('askChanged', { update })} {reinvited > 0 && t('askReinvited', { reinvited })}
          </p>
        )}
        {unchosen > 0 && <p className="mt-1.5">{t('askUnchosen', { unchosen })}</p>}
        {faulty > 0 && <p className="mt-1.5">{t('askFaulty', { faulty })}</p>}
      </ConfirmDialog>
    </>
  )
}

/** Errors of a start which mean that this tab's project or list is outdated. */
const STALE = new Set<ErrorCode>(['import_changed', 'import_moved_on', 'invalid'])

/**
 * Sends exactly what the button said. If the project or the list has changed meanwhile, nothing is sent: both are
 * read again, and the user sees the new numbers first.
 */
export function useSend(of: Import, { saver, plan, lines }: ImportTableState) {
  const readAnew = useReadAnew(of)
  const start = useStartImport(of.id)
  const [keeping, setKeeping] = useState(false)

  async function send() {
    setKeeping(true)
    const kept = await saver.save()
    setKeeping(false)
    if (!kept) return
    const { create, update_rows } = plan
    const sent = lines.filter(isSendable).map(({ checked }) => checked)
    const expected = { create, update: update_rows.length, digest: digestPlan(sent) }
    start.mutate(
      { create: create > 0, update_rows, expected },
      {
        onSuccess: closeOfChange,
        onError: thrown => {
          if (STALE.has(toDeskError(thrown).code)) readAnew()
        },
      },
    )
  }

  return { send, busy: keeping || start.isPending, error: start.error && toDeskError(start.error) }
}
