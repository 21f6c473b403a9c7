'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { toast } from '#components/ui/toast/toast.ts'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { askConflict } from './conflicts.ts'
import { toPersonName } from './editable-field.ts'
import { addInvitation } from './invitations.ts'
import { sendChange } from './send-change.ts'
import { showEverywhere } from './show-everywhere.ts'
import { forgetUndo, offerUndo } from './undo.ts'
import { useRefusalSentence } from './use-refusal-sentence.ts'

type EmployeeChange = {
  /** The person as they were on the screen: whoever changed them meanwhile is not overwritten unasked. */
  employee: Employee
  /** The changed fields and no other. */
  changes: EmployeeUpdate
}

/** `theirs`: somebody else had changed it, and the person let that stand. */
type EmployeeChanged = { employee: Employee; kept: 'mine' | 'theirs' }

/**
 * The one way to change a person: nothing on the screen changes before the service has said yes, then everywhere. Asks
 * when somebody else changed the same fields meanwhile; offers to take it back where no mail went out. Throws the
 * DeskError of what was refused, `changed_meanwhile` too when the person puts the decision off.
 */
export function useChangeEmployee(): (change: EmployeeChange) => Promise<EmployeeChanged> {
  const queries = useQueryClient()
  const t = useTranslations('employees.edit')
  const toSentence = useRefusalSentence()

  async function changeEmployee({ employee, changes }: EmployeeChange): Promise<EmployeeChanged> {
    const { before, answer } = await send(employee, changes)
    await showEverywhere(queries, before)
    if (!answer) return { employee: before, kept: 'theirs' }
    const { data, meta } = answer
    await showEverywhere(queries, data)
    if (meta.invitation_resent) {
      addInvitation(data)
      forgetUndo(data.id)
    } else offer(before, data, changes)
    return { employee: data, kept: 'mine' }
  }

  function offer(before: Employee, after: Employee, changes: EmployeeUpdate) {
    const person = toPersonName(after)
    offerUndo({
      employeeId: after.id,
      title: t('savedToast', { person }),
      action: t('undo'),
      undo: () => takeBack(after, toInverse(before, changes)),
    })
  }

  async function takeBack(employee: Employee, changes: EmployeeUpdate) {
    const person = toPersonName(employee)
    try {
      const { before, answer } = await send(employee, changes)
      await showEverywhere(queries, answer?.data ?? before)
      if (answer?.meta.invitation_resent) addInvitation(answer.data)
      if (answer) toast({ title: t('undone', { person }) })
    } catch (error) {
      const text = toSentence(toDeskError(error), [])
      toast({ title: t('undoFailed', { person }), text, tone: 'danger', urgent: true })
    }
  }

  return changeEmployee
}

/** Sends it, and once more when the person has seen what somebody else wrote and wants their own value all the same. */
async function send(employee: Employee, changes: EmployeeUpdate) {
  try {
    return { before: employee, answer: await sendChange(employee, changes) }
  } catch (thrown) {
    const error: DeskError = toDeskError(thrown)
    const current = error.code === 'changed_meanwhile' ? error.current : undefined
    const theirs = await askConflict({ employee, changes, current })
    if (!theirs) throw error
    if (theirs.keep === 'theirs') return { before: theirs.current, answer: null }
    return {
      before: theirs.current,
      answer: await sendChange(theirs.current, changes, { overwrite: true }),
    }
  }
}

function toInverse(before: Employee, changes: EmployeeUpdate): EmployeeUpdate {
  const fields = CHANGEABLE_FIELDS.filter(field => field in changes)
  return Object.fromEntries(fields.map(field => [field, before[field]]))
}
